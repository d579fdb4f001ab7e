import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { type ChangedItem, LinkAudience } from './link-audience';
import { type LinkingItem, LinkRewriter } from './link-rewriter';

const FOLLOW = 'follow-addresses';
/** A batch is one transaction, which holds the items that it looks at. */
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
 * Lets links follow items that got another address (content-behaviour §6.10). The database notes every change of an address in
 * `address_changes`; a job works them off, strictly in their order: what one change made of a link, the next one may have to change again.
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
    // For addresses that were changed by others than us: a migration, a hand in psql.
    this.jobs.schedule(FOLLOW, '*/5 * * * *');
  }

  /** Call at the end of a change that may have changed addresses, in its transaction. */
  async follow(actor: Actor): Promise<void> {
    const sql = `WITH mine AS (UPDATE address_changes SET changed_by = $1 WHERE changed_in = pg_current_xact_id() RETURNING 1)
      SELECT count(*)::int AS count FROM mine`;
    const [mine] = await this.database.query<{ count: number }>(sql, [actor.id]);
    if (mine && mine.count > 0) await this.jobs.send(FOLLOW);
  }

  private async workOff(): Promise<void> {
    while (await this.nextBatch());
  }

  /**
   * Whoever has the first change locked works on it, and others wait. One who waited and finds it gone may stop: who has finished it goes on
   * with the next one, or dies and leaves that to the job of its own that every change has.
   * @returns false when nothing is left
   */
  private nextBatch(): Promise<boolean> {
    return this.database.transaction(async () => {
      const [change] = await this.database.query<AddressChange>('SELECT * FROM address_changes ORDER BY id LIMIT 1 FOR UPDATE');
      if (!change) return false;
      const items = await this.itemsLinkingTo(change);
      const { baseUrl } = this.settings;
      const rewriting = { from: baseUrl + change.old_address, to: baseUrl + change.new_address, changedBy: change.changed_by };
      for (const item of items) if (await this.audience.maySee(item, change)) await this.rewriter.rewrite(item, rewriting);
      await this.note(change, items);
      return true;
    });
  }

  /** A book's address is the beginning of those of its chapters and pages, which change along with it. */
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
      await this.database.query('UPDATE address_changes SET done_kind = $2, done_id = $3 WHERE id = $1', [id, last.kind, last.id]);
    else await this.database.query('DELETE FROM address_changes WHERE id = $1', [id]);
  }
}
