import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { AddressChanges } from './address-changes';
import { LinkAudience, LinkRewriter } from './link-rewriter';

const FOLLOW = 'follow-addresses';
const FIND_AFTER_SECONDS = 300;

interface Addressed {
  slug: string;
  bookId?: number;
}

/** The parts of an item that its address is made of. */
export const addressKeyOf = ({ slug, bookId }: Addressed): string => `${bookId ?? ''}/${slug}`;

/**
 * Rewrites links to items after a change of their address (content-behaviour §6.10). Triggers record every change in `address_changes`.
 * A job processes them strictly in order, because a later change may have to rewrite the same link again.
 */
@Injectable()
export class CrossReferences implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly changes: AddressChanges,
    private readonly rewriter: LinkRewriter,
    private readonly audience: LinkAudience,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.work(FOLLOW, () => this.workOff(), { timeoutSeconds: 3_600 });
    // For changes without a job: those of items without links, and those outside the service, e.g. by a migration or in psql.
    this.jobs.every(FIND_AFTER_SECONDS, 'follow-addresses.find', () => this.workOff());
  }

  /**
   * Call after each change of an item, in its transaction. If the item has another address now, links to the former one follow. Without such
   * links, the periodic task suffices.
   * @param former `addressKeyOf` the item before the change
   */
  async follow(item: Addressed, former: string, actor: Actor): Promise<void> {
    if (addressKeyOf(item) === former) return;
    if (await this.changes.complete(actor.id)) await this.jobs.send(FOLLOW, {}, actor.id);
  }

  private async workOff(): Promise<void> {
    while (await this.nextBatch());
  }

  /**
   * A worker that waited for the first change and finds it gone stops: the worker that finished it continues with the next change. If that
   * worker dies, the job of the next change takes over, or the periodic task.
   * @returns false when nothing is left
   */
  private nextBatch(): Promise<boolean> {
    return this.database.transaction(async () => {
      const change = await this.changes.lockFirst();
      if (!change) return false;
      const items = await this.changes.itemsLinkingTo(change);
      const { baseUrl } = this.settings;
      const rewriting = {
        from: baseUrl + change.oldAddress,
        to: baseUrl + change.newAddress,
        changedBy: change.changedBy,
      };
      for (const item of items)
        if (await this.audience.maySee(item, change)) await this.rewriter.rewrite(item, rewriting);
      await this.changes.note(change, items);
      return true;
    });
  }
}
