import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { currentRequest } from '@almanac/http';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import type { ItemType } from '../items/item-kinds';
import type { ActivityType } from './activity-types';
import { maskAddress } from './mask-address';

type ItemEvent = 'create' | 'update' | 'delete';
interface Named {
  id: number;
  name: string;
}

/** The job that makes deliveries of the events that wait for webhooks. */
export const WEBHOOK_JOB = 'webhooks.deliver';

const COLUMNS = 'type, detail, user_id, ip, request_id, loggable_type, loggable_id';
const MAX_ROWS = 500;

/** Inserts entries, and events for the webhooks that want them: an event exists exactly when its change was committed. */
const inserting = (rows: string): string => `
  WITH entry AS (INSERT INTO activities (${COLUMNS}) ${rows} RETURNING id, type),
  told AS (
    INSERT INTO webhook_events (type, activity_id) SELECT entry.type, entry.id FROM entry
    WHERE EXISTS (SELECT FROM webhooks WHERE active AND events && ARRAY['all', entry.type::text]) ORDER BY entry.id RETURNING 1)
  SELECT count(*)::int AS told FROM told`;

const ONE = inserting('VALUES ($1, $2, $3, $4, $5, $6, $7)');
const MANY = inserting(`SELECT ${COLUMNS} FROM json_to_recordset($1::json) AS given
  (type text, detail text, user_id integer, ip text, request_id text, loggable_type text, loggable_id integer)`);

/** Writes the audit trail, in the transaction of the recorded change (content-behaviour §18). */
@Injectable()
export class ActivityLog {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
    @Optional() private readonly jobs?: Jobs,
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
    await this.write(ONE, [type, detail, user_id, ip, request_id, item?.type, item?.id]);
  }

  /** Records the creation of many items, in the given order. */
  async created(items: readonly (Named & { kind: ItemType })[], actor: Actor): Promise<void> {
    const origin = this.origin(actor);
    const rows = items.map(({ kind, id, name }) => {
      const type: ActivityType = `${kind}_create`;
      return { type, detail: `(${id}) ${name}`, ...origin, loggable_type: kind, loggable_id: id };
    });
    for (let start = 0; start < rows.length; start += MAX_ROWS)
      await this.write(MANY, [JSON.stringify(rows.slice(start, start + MAX_ROWS))]);
  }

  private async write(sql: string, parameters: unknown[]): Promise<void> {
    const [row] = await this.database.query<{ told: number }>(sql, parameters);
    // After the commit, because the queue keeps one waiting job: a second sender would wait for the transaction of the first.
    if (row && row.told > 0) await this.database.afterCommit(async () => this.jobs?.send(WEBHOOK_JOB));
  }

  private origin(actor: Pick<Actor, 'id'>) {
    const request = currentRequest();
    const ip = request ? maskAddress(request.ip, this.settings.ipAddressPrecision) : '';
    return { user_id: actor.id === 0 ? null : actor.id, ip, request_id: request?.id ?? null };
  }
}
