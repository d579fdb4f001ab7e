import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import type { ItemType } from '../content-tree/content-item';
import { Activity } from './activity.entity';

type ItemEvent = 'create' | 'update' | 'delete' | 'move';

/** Writes the audit trail, in the transaction of the change that it tells of (content-behaviour §18). */
@Injectable()
export class ActivityLog {
  constructor(private readonly database: Database) {}

  /** Records e.g. `page_update` with the detail `(7) Getting started`. */
  async item(event: ItemEvent, type: ItemType, item: { id: number; name: string }, actor: Actor): Promise<void> {
    await this.write(`${type}_${event}`, type, item, actor);
  }

  /** Records that an item's overrides or owner were set. */
  async permissions(type: ItemType, item: { id: number; name: string }, actor: Actor): Promise<void> {
    await this.write('permissions_update', type, item, actor);
  }

  private async write(event: string, type: ItemType, item: { id: number; name: string }, actor: Actor): Promise<void> {
    await this.database.of(Activity).insert({
      type: event,
      detail: `(${item.id}) ${item.name}`,
      userId: actor.id,
      loggableType: type,
      loggableId: item.id,
    });
  }
}
