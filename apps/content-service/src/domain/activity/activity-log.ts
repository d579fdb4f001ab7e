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
    await this.database.of(Activity).insert({
      type: `${type}_${event}`,
      detail: `(${item.id}) ${item.name}`,
      userId: actor.id,
      loggableType: type,
      loggableId: item.id,
    });
  }
}
