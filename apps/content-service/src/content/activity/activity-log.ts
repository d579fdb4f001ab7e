import type { Actor } from '@almanac/auth';
import { Database, insertRows } from '@almanac/database';
import { currentRequest } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { ItemType } from '../items/item-kinds';
import type { ActivityType } from './activity-types';
import { maskAddress } from './mask-address';

type ItemEvent = 'create' | 'update' | 'delete';
interface Named {
  id: number;
  name: string;
}

const ACTIVITY_ROWS = {
  table: 'activities',
  columns: {
    type: 'text',
    detail: 'text',
    user_id: 'integer',
    ip: 'text',
    request_id: 'text',
    loggable_type: 'text',
    loggable_id: 'integer',
  },
};

/** Writes the audit trail, in the transaction of the recorded change (content-behaviour §18). */
@Injectable()
export class ActivityLog {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Records e.g. `page_update` with the detail `(7) Getting started`. */
  async item(event: ItemEvent, type: ItemType, item: Named, actor: Actor): Promise<void> {
    await this.about(`${type}_${event}`, type, item, actor);
  }

  /** Records that an item's overrides or owner were set. */
  async permissions(type: ItemType, item: Named, actor: Actor): Promise<void> {
    await this.about('permissions_update', type, item, actor);
  }

  /** Records any event of an item, with its id and name as the detail. */
  async about(event: ActivityType, type: ItemType, { id, name }: Named, actor: Actor): Promise<void> {
    await this.event(event, `(${id}) ${name}`, actor, { type, id });
  }

  /**
   * Records an event with any detail, e.g. `role_create` with `(5) Reviewer`.
   * The IP address is masked before it is stored, so that the database never holds the hidden part.
   */
  async event(
    type: ActivityType,
    detail: string,
    actor: Pick<Actor, 'id'>,
    item?: { type: ItemType; id: number },
  ): Promise<void> {
    const { user_id, ip, request_id } = this.origin(actor);
    await this.database.query(
      `INSERT INTO activities (type, detail, user_id, ip, request_id, loggable_type, loggable_id)
       VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [type, detail, user_id, ip, request_id, item?.type, item?.id],
    );
  }

  /** Records the creation of many items, in the given order. */
  async created(items: readonly (Named & { kind: ItemType })[], actor: Actor): Promise<void> {
    const origin = this.origin(actor);
    const rows = items.map(({ kind, id, name }) => {
      const type: ActivityType = `${kind}_create`;
      return { type, detail: `(${id}) ${name}`, ...origin, loggable_type: kind, loggable_id: id };
    });
    await insertRows(this.database, ACTIVITY_ROWS, rows);
  }

  private origin(actor: Pick<Actor, 'id'>) {
    const request = currentRequest();
    const ip = request ? maskAddress(request.ip, this.settings.ipAddressPrecision) : '';
    return { user_id: actor.id === 0 ? null : actor.id, ip, request_id: request?.id ?? null };
  }
}
