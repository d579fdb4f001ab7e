import { Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { type BinnedItem, BinnedItems } from './binned-items';
import { Destroyer } from './destroyer';

const PURGE = 'recycle-bin.purge';
const HOUR_SECONDS = 3_600;
const DUE = `FROM deletions WHERE created_at < now() - $1 * interval '1 day'`;

/** Periodic task that destroys items after their days in the recycle bin: -1 keeps everything, 0 keeps nothing (content-behaviour §17). */
@Injectable()
export class ExpiredDeletions implements OnModuleInit {
  private readonly logger = new Logger('recycle bin');

  constructor(
    private readonly database: Database,
    private readonly items: BinnedItems,
    private readonly destroyer: Destroyer,
    private readonly jobs: Jobs,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  onModuleInit(): void {
    this.jobs.work(PURGE, () => this.purge(), { onlyOneWaits: true, timeoutSeconds: 3_600 });
    this.jobs.every(HOUR_SECONDS, 'recycle-bin.purge-hourly', () => this.purge());
  }

  /** With 0 days, destroys the item at once; otherwise starts the job if deletions have expired. Call in the transaction of the deletion. */
  async clearAfter(item: BinnedItem): Promise<void> {
    const { recycleBinDays: days } = this.settings;
    if (days === 0) await this.destroyer.destroy(item);
    else if (days > 0 && (await this.database.query(`SELECT 1 ${DUE} LIMIT 1`, [days])).length > 0)
      await this.jobs.send(PURGE);
  }

  private async purge(): Promise<void> {
    const { recycleBinDays: days } = this.settings;
    if (days < 0) return;
    const due = await this.database.query<{ id: number }>(`SELECT id ${DUE} ORDER BY id`, [days]);
    let count = 0;
    for (const { id } of due) count += await this.destroy(id);
    if (count > 0) this.logger.log(`${count} items were in the recycle bin for ${days} days and are destroyed`);
  }

  private destroy(deletionId: number): Promise<number> {
    return this.database.transaction(async () => {
      const item = await this.items.hold(deletionId);
      return item ? this.destroyer.destroy(item) : 0;
    });
  }
}
