import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ActivityLog } from '../activity/activity-log';
import { Deletion } from './deletion.entity';
import { BinPurge } from './bin-purge';

/** Moves items to the recycle bin. */
@Injectable()
export class TrashService {
  constructor(
    private readonly database: Database,
    private readonly activity: ActivityLog,
    private readonly purge: BinPurge,
    @InjectRepository(Deletion) private readonly deletions: Repository<Deletion>,
  ) {}

  /** Moves an item and everything in it to the bin. Items that are there already keep their own record. Call inside a transaction. */
  async bin(type: ItemType, item: { id: number; name: string }, actor: Actor): Promise<void> {
    for (const branch of ITEM_KINDS[type].subtree) {
      const sql = `UPDATE ${ITEM_KINDS[branch.type].table} SET deleted_at = now() WHERE ${branch.key} = $1 AND deleted_at IS NULL`;
      await this.database.query(sql, [item.id]);
    }
    const deletion: Deletion = this.deletions.create({
      deletableType: type,
      deletableId: item.id,
      deletedBy: actor.id,
    });
    await this.deletions.insert(deletion);
    await this.activity.item(`${type}_delete`, type, item, actor);
    await this.purge.clearAfter({
      deletionId: deletion.id,
      type,
      id: item.id,
      name: item.name,
      parentIsBinned: false,
    });
  }
}
