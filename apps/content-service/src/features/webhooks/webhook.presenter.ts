import { FLAG, listOf, NamedSchema, orNull, record, TEXT, URL_TEXT, WHOLE } from '@almanac/openapi';
import { TIMES, USER_ID, UTC_TIME, utcMicros, utcMicrosOrNull } from '../../content/kinds/presentation';
import type { DeliveryDetailRow, DeliveryRow, WebhookRow } from './webhooks.repository';

export const presentWebhook = (webhook: WebhookRow) => ({
  id: webhook.id,
  name: webhook.name,
  endpoint: webhook.endpoint,
  events: webhook.events,
  active: webhook.active,
  timeout: webhook.timeout,
  shelf_ids: webhook.shelf_ids,
  book_ids: webhook.book_ids,
  category_ids: webhook.category_ids,
  owned_by: webhook.owned_by,
  former_secret_until: utcMicrosOrNull(webhook.former_secret_until),
  last_called_at: utcMicrosOrNull(webhook.last_called_at),
  last_errored_at: utcMicrosOrNull(webhook.last_errored_at),
  last_error: webhook.last_error,
  failing_since: utcMicrosOrNull(webhook.failing_since),
  switched_off_at: utcMicrosOrNull(webhook.switched_off_at),
  created_at: utcMicros(webhook.created_at),
  updated_at: utcMicros(webhook.updated_at),
});

const MEMBERS = {
  id: WHOLE,
  name: TEXT,
  endpoint: URL_TEXT,
  events: listOf(TEXT),
  active: FLAG,
  timeout: { ...WHOLE, description: 'Seconds' },
  shelf_ids: listOf(WHOLE),
  book_ids: listOf(WHOLE),
  category_ids: listOf(WHOLE),
  owned_by: { ...USER_ID, description: 'The user who saved it last. Only events that this user may see are sent.' },
  former_secret_until: {
    ...orNull(UTC_TIME),
    description: 'Until then messages are also signed with the former secret',
  },
  last_called_at: orNull(UTC_TIME),
  last_errored_at: orNull(UTC_TIME),
  last_error: orNull(TEXT),
  failing_since: { ...orNull(UTC_TIME), description: 'First of the failures since the last success' },
  switched_off_at: { ...orNull(UTC_TIME), description: 'When three days of failures switched it off' },
  ...TIMES,
};

export const WEBHOOK_SCHEMA = new NamedSchema('Webhook', record(MEMBERS));
export const NEW_WEBHOOK_SCHEMA = new NamedSchema('NewWebhook', record({ ...MEMBERS, secret: TEXT }));

export const presentDeliveryInList = (delivery: DeliveryRow) => ({
  id: delivery.id,
  message_id: delivery.message_id,
  event: delivery.event,
  state: delivery.state,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'waiting' ? utcMicros(delivery.next_attempt_at) : null,
  attempted_at: utcMicrosOrNull(delivery.attempted_at),
  duration_ms: delivery.duration_ms,
  response_status: delivery.response_status,
  error: delivery.error,
  created_at: utcMicros(delivery.created_at),
});

export const presentDelivery = (delivery: DeliveryDetailRow) => ({
  ...presentDeliveryInList(delivery),
  request_body: delivery.body,
  response_body: delivery.response_body,
});

const DELIVERY = {
  id: WHOLE,
  message_id: { ...TEXT, description: 'The header `webhook-id`, the same for each attempt' },
  event: TEXT,
  state: { ...TEXT, enum: ['waiting', 'delivered', 'failed'] },
  attempts: WHOLE,
  next_attempt_at: orNull(UTC_TIME),
  attempted_at: orNull(UTC_TIME),
  duration_ms: orNull(WHOLE),
  response_status: orNull(WHOLE),
  error: orNull(TEXT),
  created_at: UTC_TIME,
};

export const DELIVERY_IN_LIST_SCHEMA = new NamedSchema('WebhookDeliveryInList', record(DELIVERY));
export const DELIVERY_SCHEMA = new NamedSchema(
  'WebhookDelivery',
  record({
    ...DELIVERY,
    request_body: TEXT,
    response_body: { ...orNull(TEXT), description: 'The beginning of the answer' },
  }),
);
