import { type Actor, can } from '@almanac/auth';
import { columnNames, Database, type RowOf, selectComputed, selectSnakeColumns, sql } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { AccessService } from '../../../content/access/access.service';
import { Accounts } from '../../../content/accounts/accounts';
import { Activity } from '../../../content/activity/activity.entity';
import { userJson } from '../../../content/kinds/item-sql';
import type { UserSummary } from '../../../content/kinds/presentation';
import { Webhook, WebhookDelivery, WebhookEvent } from './webhook.entity';
import { ALL_EVENTS, phraseOf } from './event-names';
import { type EventItem, findEventItem, presentEventItem } from './event-item';

/** Events per transaction. */
const BATCH = 100;

const TAKE = sql`
  WITH claimed AS (
    DELETE FROM webhook_events WHERE id IN (SELECT id FROM webhook_events ORDER BY id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
    RETURNING *)
  SELECT ${selectSnakeColumns(WebhookEvent, 'claimed', 'type', 'report', 'activityId')},
    ${selectSnakeColumns(Activity, 'activity', 'loggableType', 'loggableId', 'userId')},
    ${selectComputed<{ detail: string | null; created_at: Date | null; user: UserSummary | null }>({
      detail: 'activity.detail',
      created_at: 'activity.created_at',
      user: userJson('activity.user_id'),
    })}
  FROM claimed LEFT JOIN activities activity ON activity.id = claimed.activity_id ORDER BY claimed.id`;
const SUBSCRIPTIONS = sql`
  SELECT ${selectSnakeColumns(Webhook, 'hook', 'id', 'name', 'events', 'shelfIds', 'bookIds', 'categoryIds', 'ownedBy')}
  FROM webhooks hook WHERE active ORDER BY id`;

type EventRow = RowOf<typeof TAKE>;
type Subscription = RowOf<typeof SUBSCRIPTIONS>;

const MAX_ROWS = 500;
const STORE = `
  INSERT INTO webhook_deliveries (${columnNames(WebhookDelivery, 'webhookId', 'messageId', 'event', 'body')})
  SELECT webhook_id, message_id, event, body
  FROM json_to_recordset($1::json) AS given (webhook_id integer, message_id text, event text, body text)
  ON CONFLICT DO NOTHING`;

/** Makes deliveries of waiting events. A webhook gets the events that it wants and its owner may see. */
@Injectable()
export class WebhookFanOut {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly accounts: Accounts,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async run(): Promise<void> {
    while ((await this.nextBatch()) === BATCH);
  }

  private nextBatch(): Promise<number> {
    return this.database.transaction(async () => {
      const events = await this.database.query(TAKE);
      if (events.length === 0) return 0;
      const subscriptions = await this.database.query(SUBSCRIPTIONS);
      const owners = new Map<number, Actor | undefined>();
      const deliveries: object[] = [];
      for (const event of events) {
        const wanting = subscriptions.filter(
          ({ events: names }) => names.includes(ALL_EVENTS) || names.includes(event.type),
        );
        if (wanting.length === 0) continue;
        const item = await this.itemOf(event);
        for (const subscription of wanting) {
          const owner = await this.ownerOf(subscription, owners);
          if (owner && isInScope(subscription, event, item) && (await this.maySee(owner, event, item)))
            deliveries.push(this.delivery(subscription, event, item));
        }
      }
      await this.store(deliveries);
      return events.length;
    });
  }

  private async itemOf({ loggable_type, loggable_id }: EventRow): Promise<EventItem | undefined> {
    if (loggable_type === null || loggable_id === null) return undefined;
    return findEventItem(this.database, loggable_type, loggable_id);
  }

  /** An owner who was deleted, or may no longer manage settings, gets no more events. */
  private async ownerOf(
    { owned_by }: Subscription,
    owners: Map<number, Actor | undefined>,
  ): Promise<Actor | undefined> {
    if (owned_by === null) return undefined;
    if (!owners.has(owned_by)) owners.set(owned_by, (await this.accounts.byId(owned_by))?.actor);
    const owner = owners.get(owned_by);
    return owner && can(owner, 'settings-manage') ? owner : undefined;
  }

  /** Items as in reads, also for a while in the recycle bin; everything else as in the audit log. */
  private async maySee(
    owner: Actor,
    { loggable_type, report }: EventRow,
    item: EventItem | undefined,
  ): Promise<boolean> {
    if (report) return true;
    if (loggable_type === null || item === undefined) return can(owner, 'users-manage');
    if (item.isDraft && item.ownedBy !== owner.id) return false;
    return this.access.allows(owner, 'view', loggable_type, item);
  }

  /** One statement for many rows: with 50 webhooks, an event makes 50 of them. */
  private async store(deliveries: readonly object[]): Promise<void> {
    for (let start = 0; start < deliveries.length; start += MAX_ROWS)
      await this.database.query(STORE, [JSON.stringify(deliveries.slice(start, start + MAX_ROWS))]);
  }

  private delivery(subscription: Subscription, event: EventRow, item: EventItem | undefined): object {
    const source = event.report ? event.report.source : `activity-${event.activity_id}`;
    return {
      webhook_id: subscription.id,
      message_id: `msg_${subscription.id}_${source}`,
      event: event.type,
      body: JSON.stringify(this.payload(subscription, event, item)),
    };
  }

  /** content-behaviour §19 */
  private payload({ id, name }: Subscription, event: EventRow, item: EventItem | undefined) {
    const { type, report, user } = event;
    const { baseUrl } = this.settings;
    const subject = report?.name ?? item?.name;
    const url = report ? report.url : item && baseUrl + item.path;
    const related = report?.related_item ?? (item ? presentEventItem(item, type) : recordIn(event.detail ?? ''));
    return {
      event: type,
      text: `${nameOfActor(event)} ${phraseOf(type)}${subject === undefined ? '' : ` "${subject}"`}`,
      triggered_at: report?.happened_at ?? event.created_at?.toISOString(),
      triggered_by: user,
      triggered_by_profile_url: user && `${baseUrl}/user/${user.slug}`,
      webhook_id: id,
      webhook_name: name,
      ...(url && { url }),
      ...(related && { related_item: related }),
    };
  }
}

function nameOfActor({ user, user_id, report }: EventRow): string {
  if (user) return user.name;
  if (report) return 'The calendar';
  return user_id === null ? 'The system' : `Deleted user (${user_id})`;
}

/** The record in a detail such as `(5) Reviewer`. */
function recordIn(detail: string): { id: number; name: string } | undefined {
  const [, id, name] = /^\((\d+)\) ([^;]*)/.exec(detail) ?? [];
  return id === undefined || name === undefined ? undefined : { id: Number(id), name };
}

/** Without a scope, everything is inside. */
function isInScope(
  { shelf_ids, book_ids, category_ids }: Subscription,
  { report }: EventRow,
  item: EventItem | undefined,
): boolean {
  if (shelf_ids.length + book_ids.length + category_ids.length === 0) return true;
  if (report) return report.category_ids.some((id) => category_ids.includes(id));
  if (!item) return false;
  return (item.bookId !== null && book_ids.includes(item.bookId)) || item.shelfIds.some((id) => shelf_ids.includes(id));
}
