import { boolean, defineListing, integer, text, timestamp, word } from '@almanac/listing';

export const webhookListing = defineListing({
  id: integer('webhook.id'),
  name: text('webhook.name'),
  active: boolean('webhook.active'),
  last_called_at: timestamp('webhook.last_called_at'),
  last_errored_at: timestamp('webhook.last_errored_at'),
  created_at: timestamp('webhook.created_at'),
  updated_at: timestamp('webhook.updated_at'),
});

export const deliveryListing = defineListing({
  id: integer('delivery.id'),
  event: word('delivery.event'),
  state: word('delivery.state'),
  response_status: integer('delivery.response_status'),
  attempted_at: timestamp('delivery.attempted_at'),
  created_at: timestamp('delivery.created_at'),
});
