import type { Actor } from '@almanac/auth';
import { columnNames, Database, selectComputed, type Sql, sql } from '@almanac/database';
import { currentRequest } from '@almanac/http';
import { Jobs } from '@almanac/jobs';
import { Inject, Injectable, Optional } from '@nestjs/common';
import ipaddr from 'ipaddr.js';
import { SETTINGS, type Settings } from '../../config';
import type { ItemType } from '../kinds/item-kinds';
import { Activity, type ActivityType } from './activity.entity';

interface LabelledRecord {
  id: number;
  name: string;
}

/** A record in the detail of an entry: `(7) Getting started`. */
export const activityDetailOf = ({ id, name }: LabelledRecord): string => `(${id}) ${name}`;

/** The job that makes deliveries of the events that wait for webhooks. */
export const WEBHOOK_JOB = 'webhooks.deliver';

const COLUMNS = columnNames(Activity, 'type', 'detail', 'userId', 'ip', 'requestId', 'loggableType', 'loggableId');
const MAX_ROWS = 500;

interface Queued {
  /** The number of events for webhooks. */
  queued: number;
}

/** Inserts entries, and events for the webhooks that want them: an event exists exactly when its change was committed. */
const inserting = (rows: string): Sql<Queued> => sql`
  WITH entry AS (INSERT INTO activities (${COLUMNS}) ${rows} RETURNING id, type),
  queued AS (
    INSERT INTO webhook_events (type, activity_id) SELECT entry.type, entry.id FROM entry
    WHERE EXISTS (SELECT FROM webhooks WHERE active AND events && ARRAY['all', entry.type::text]) ORDER BY entry.id RETURNING 1)
  SELECT ${selectComputed<Queued>({ queued: 'count(*)::int' })} FROM queued`;

const ONE = inserting('VALUES ($1, $2, $3, $4, $5, $6, $7)');
const MANY = inserting(`SELECT ${COLUMNS} FROM json_to_recordset($1::json) AS given
  (type text, detail text, user_id integer, ip text, request_id text, loggable_type text, loggable_id integer)`);

/** Writes the audit trail, in the transaction of the recorded change (content-behaviour §18). */
@Injectable()
export class ActivityLog {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Pick<Settings, 'ipAddressPrecision'>,
    @Optional() private readonly jobs?: Jobs,
  ) {}

  /** Records an event of an item of the library. */
  async item(event: ActivityType, type: ItemType, item: LabelledRecord, actor: Actor): Promise<void> {
    await this.event(event, activityDetailOf(item), actor, { type, id: item.id });
  }

  /** Records an event of any other record, e.g. `role_create` with the detail `(5) Reviewer`. */
  async record(event: ActivityType, record: LabelledRecord, actor: Pick<Actor, 'id'>): Promise<void> {
    await this.event(event, activityDetailOf(record), actor);
  }

  /**
   * Records an event with any detail.
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
  async created(items: readonly (LabelledRecord & { kind: ItemType })[], actor: Actor): Promise<void> {
    const origin = this.origin(actor);
    const rows = items.map((item) => {
      const type: ActivityType = `${item.kind}_create`;
      return { type, detail: activityDetailOf(item), ...origin, loggable_type: item.kind, loggable_id: item.id };
    });
    for (let start = 0; start < rows.length; start += MAX_ROWS)
      await this.write(MANY, [JSON.stringify(rows.slice(start, start + MAX_ROWS))]);
  }

  private async write(statement: Sql<Queued>, parameters: unknown[]): Promise<void> {
    const [row] = await this.database.query(statement, parameters);
    // After the commit, because the queue keeps one waiting job: a second sender would wait for the transaction of the first.
    if (row && row.queued > 0) await this.database.afterCommit(async () => this.jobs?.send(WEBHOOK_JOB));
  }

  private origin(actor: Pick<Actor, 'id'>) {
    const request = currentRequest();
    const ip = request ? maskAddress(request.ip, this.settings.ipAddressPrecision) : '';
    return { user_id: actor.id === 0 ? null : actor.id, ip, request_id: request?.id ?? null };
  }
}

const FULL = 4;
const HIDDEN = 'x';

/**
 * Masks groups of an address by `IP_ADDRESS_PRECISION`: 4 keeps all, 0 none (content-behaviour §18). IPv4 loses `4 - precision` of its
 * 4 groups; IPv6 is written out in 8 groups and loses `8 - 2 * precision`. An invalid address becomes an empty string.
 */
export function maskAddress(address: string, precision: number): string {
  if (!ipaddr.isValid(address)) return '';
  // A dual-stack socket reports IPv4 clients as ::ffff:192.0.2.1.
  const parsed = ipaddr.process(address);
  if (precision >= FULL) return parsed.toString();
  const [groups, separator] =
    parsed instanceof ipaddr.IPv6 ? [parsed.toNormalizedString().split(':'), ':'] : [parsed.toString().split('.'), '.'];
  const visibleGroups = (groups.length / FULL) * precision;
  return groups.map((group, place) => (place < visibleGroups ? group : HIDDEN)).join(separator);
}
