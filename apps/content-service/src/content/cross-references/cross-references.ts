import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { type ChangedItem, LinkAudience } from './link-audience';
import { type LinkingItem, LinkRewriter } from './link-rewriter';

const FOLLOW = 'follow-addresses';
const FIND_AFTER_SECONDS = 300;
/** Linking items per transaction; each rewritten item stays locked until the transaction ends. */
const BATCH = 50;

interface AddressChange extends ChangedItem {
  id: string;
  old_address: string;
  new_address: string;
  changed_by: number | null;
  done_kind: number;
  done_id: number;
}

/**
 * Rewrites links to items after a change of their address (content-behaviour §6.10). Triggers record every change in `address_changes`.
 * A job processes them strictly in order, because a later change may have to rewrite the same link again.
 */
@Injectable()
export class CrossReferences implements OnModuleInit {
  constructor(
    private readonly database: Database,
    private readonly rewriter: LinkRewriter,
    private readonly audience: LinkAudience,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.work(FOLLOW, () => this.workOff(), { timeoutSeconds: 3_600 });
    // Catches addresses that were changed outside the service, e.g. by a migration or in psql.
    this.jobs.every(FIND_AFTER_SECONDS, 'follow-addresses.find', () => this.workOff());
  }

  /** Call at the end of a change that may have changed addresses, in its transaction. */
  async follow(actor: Actor): Promise<void> {
    const sql = 'UPDATE address_changes SET changed_by = $1 WHERE changed_in = pg_current_xact_id() RETURNING 1';
    const changes = await this.database.query(sql, [actor.id]);
    if (changes.length > 0) await this.jobs.send(FOLLOW, {}, actor.id);
  }

  private async workOff(): Promise<void> {
    while (await this.nextBatch());
  }

  /**
   * Locks the first change; concurrent workers wait for it. A worker that waited and finds the change gone stops: the worker that
   * finished it continues with the next change. If that worker dies, the job of the next change takes over.
   * @returns false when nothing is left
   */
  private nextBatch(): Promise<boolean> {
    return this.database.transaction(async () => {
      const [change] = await this.database.query<AddressChange>(
        'SELECT * FROM address_changes ORDER BY id LIMIT 1 FOR UPDATE',
      );
      if (!change) return false;
      const items = await this.itemsLinkingTo(change);
      const { baseUrl } = this.settings;
      const rewriting = {
        from: baseUrl + change.old_address,
        to: baseUrl + change.new_address,
        changedBy: change.changed_by,
      };
      for (const item of items)
        if (await this.audience.maySee(item, change)) await this.rewriter.rewrite(item, rewriting);
      await this.note(change, items);
      return true;
    });
  }

  /** Also matches addresses below the old one: those of chapters and pages start with their book's address. */
  private itemsLinkingTo({ old_address, done_kind, done_id }: AddressChange): Promise<LinkingItem[]> {
    const sql = `SELECT DISTINCT strpos('sbcp', item_type::text) AS kind, item_id AS id FROM item_links
      WHERE (address = lower($1) OR address >= lower($1) || '/' AND address < lower($1) || '0')
        AND (strpos('sbcp', item_type::text), item_id) > ($2::int, $3::int)
      ORDER BY kind, id LIMIT ${BATCH}`;
    return this.database.query<LinkingItem>(sql, [old_address, done_kind, done_id]);
  }

  private async note({ id }: AddressChange, items: LinkingItem[]): Promise<void> {
    const last = items.at(-1);
    if (last && items.length === BATCH)
      await this.database.query('UPDATE address_changes SET done_kind = $2, done_id = $3 WHERE id = $1', [
        id,
        last.kind,
        last.id,
      ]);
    else await this.database.query('DELETE FROM address_changes WHERE id = $1', [id]);
  }
}
