import type { Actor } from '@almanac/auth';
import { Database, selectColumns, setColumns, sql } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { LessThanOrEqual, type Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../config';
import { ActivityLog } from '../activity/activity-log';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';
import { type BinnedItem, BinnedItems } from './binned-items';
import { Deletion } from './deletion.entity';
import { Destroyer } from './destroyer';

const PURGE = 'recycle-bin.purge';
const EMPTY = 'recycle-bin.empty';
const HOUR_SECONDS = 3_600;
const DUE = `FROM deletions deletion WHERE created_at < now() - $1 * interval '1 day'`;

/**
 * Moves items to the recycle bin, and destroys them after their days there: -1 keeps everything, 0 keeps nothing (content-behaviour §17).
 * Also empties the bin.
 */
@Injectable()
export class TrashService implements OnModuleInit {
  private readonly logger = new Logger('recycle bin');

  constructor(
    private readonly database: Database,
    private readonly activity: ActivityLog,
    private readonly items: BinnedItems,
    private readonly destroyer: Destroyer,
    private readonly jobs: Jobs,
    @InjectRepository(Deletion) private readonly deletions: Repository<Deletion>,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.work(PURGE, () => this.purge(), { onlyOneWaits: true, timeoutSeconds: 3_600 });
    this.jobs.work<{ upTo: number }>(EMPTY, ({ upTo }) => this.empty(upTo), { timeoutSeconds: 3_600 });
    this.jobs.every(HOUR_SECONDS, 'recycle-bin.purge-hourly', () => this.purge());
  }

  /** Moves an item and everything in it to the bin. Items that are there already keep their own record. Call inside a transaction. */
  async bin(type: ItemType, item: { id: number; name: string }, actor: Actor): Promise<void> {
    for (const branch of ITEM_KINDS[type].subtree) {
      const statement = `UPDATE ${ITEM_KINDS[branch.type].table} SET ${setColumns(ContentItem, { deletedAt: 'now()' })}
        WHERE ${branch.key} = $1 AND deleted_at IS NULL`;
      await this.database.query(statement, [item.id]);
    }
    const deletion: Deletion = this.deletions.create({
      deletableType: type,
      deletableId: item.id,
      deletedBy: actor.id,
    });
    await this.deletions.insert(deletion);
    await this.activity.item(`${type}_delete`, type, item, actor);
    await this.clearAfter({
      deletionId: deletion.id,
      type,
      id: item.id,
      name: item.name,
      parentIsBinned: false,
    });
  }

  /**
   * Destroys all that is in the bin now, in a job: a large bin takes longer than a request may. Call inside a transaction.
   * @returns false when the bin is empty
   */
  async startEmptying(actor: Actor): Promise<boolean> {
    const last = await this.deletions.maximum('id');
    if (last !== null) await this.jobs.send(EMPTY, { upTo: last }, actor.id);
    return last !== null;
  }

  /** With 0 days, destroys the item at once; otherwise starts the job if deletions have expired. Call in the transaction of the deletion. */
  private async clearAfter(item: BinnedItem): Promise<void> {
    const { recycleBinDays: days } = this.settings;
    if (days === 0) await this.destroyer.destroy(item);
    else if (days > 0 && (await this.database.query(`SELECT 1 ${DUE} LIMIT 1`, [days])).length > 0)
      await this.jobs.send(PURGE);
  }

  private async purge(): Promise<void> {
    const { recycleBinDays: days } = this.settings;
    if (days < 0) return;
    const due = await this.database.query(sql`SELECT ${selectColumns(Deletion, 'deletion', 'id')} ${DUE} ORDER BY id`, [
      days,
    ]);
    const count = await this.destroyEach(due);
    if (count > 0) this.logger.log(`${count} items were in the recycle bin for ${days} days and are destroyed`);
  }

  private async empty(upTo: number): Promise<void> {
    await this.destroyEach(
      await this.deletions.find({ select: { id: true }, where: { id: LessThanOrEqual(upTo) }, order: { id: 'ASC' } }),
    );
  }

  /** A transaction for each, so that none of them locks many items for long. */
  private async destroyEach(deletions: readonly { id: number }[]): Promise<number> {
    let count = 0;
    for (const { id } of deletions) count += await this.destroy(id);
    return count;
  }

  private destroy(deletionId: number): Promise<number> {
    return this.database.transaction(async () => {
      const item = await this.items.hold(deletionId);
      return item ? this.destroyer.destroy(item) : 0;
    });
  }
}
