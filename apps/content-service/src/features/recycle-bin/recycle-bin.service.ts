import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import type { ListQuery } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import { type BinnedItem, BinnedItems } from '../../content/trash/binned-items';
import { Destroyer } from '../../content/trash/destroyer';
import { Restorer } from '../../content/trash/restorer';
import { TrashService } from '../../content/trash/trash.service';
import { presentDeletion } from './deletion.presenter';
import { RecycleBinRepository } from './recycle-bin.repository';

@Injectable()
export class RecycleBinService {
  constructor(
    private readonly database: Database,
    private readonly bin: RecycleBinRepository,
    private readonly items: BinnedItems,
    private readonly restorer: Restorer,
    private readonly destroyer: Destroyer,
    private readonly trash: TrashService,
    private readonly activity: ActivityLog,
  ) {}

  async list(query: ListQuery) {
    return (await this.bin.list(query)).map(presentDeletion);
  }

  /** With the users who deleted the items, for web pages. */
  async listWithUsers(query: ListQuery) {
    return (await this.bin.list(query)).map((row) => ({ ...presentDeletion(row), deleter: row.deleter }));
  }

  /** Starts a job that destroys everything in the bin. */
  empty(actor: Actor): Promise<void> {
    return this.database.transaction(async () => {
      if (await this.trash.startEmptying(actor)) await this.activity.event('recycle_bin_empty', '', actor);
    });
  }

  restore(deletionId: number, actor: Actor) {
    return this.database.transaction(async () => {
      const item = (await this.items.hold(deletionId)) ?? notFound('Deletion');
      await this.activity.event('recycle_bin_restore', detailOf(item), actor);
      return { restore_count: await this.restorer.restore(item, actor) };
    });
  }

  destroy(deletionId: number, actor: Actor) {
    return this.database.transaction(async () => {
      const item = (await this.items.hold(deletionId)) ?? notFound('Deletion');
      await this.activity.event('recycle_bin_destroy', detailOf(item), actor);
      return { delete_count: await this.destroyer.destroy(item) };
    });
  }
}

const detailOf = (item: BinnedItem): string =>
  `Deletion (${item.deletionId}) for ${item.type} ${activityDetailOf(item)}`;
