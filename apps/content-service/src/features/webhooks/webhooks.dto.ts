import { Explained } from '@almanac/openapi';
import {
  both,
  Documented,
  documentedRule,
  MaxLength,
  MinLength,
  Names,
  NullIsAbsent,
  RecordIds,
  Required,
  rule,
  Takes,
  Text,
  WebAddress,
  Whole,
  YesNo,
} from '@almanac/validation';
import { EVENT_NAMES } from './events/event-names';

const MAX_SCOPE = 100;

const [LEAST, MOST] = [1, 600];

function Seconds(): PropertyDecorator {
  return both(
    Whole(),
    documentedRule(`between:${LEAST},${MOST}`, { minimum: LEAST, maximum: MOST }, (value, label) =>
      typeof value === 'number' && value >= LEAST && value <= MOST
        ? undefined
        : `The ${label} must be between ${LEAST} and ${MOST}.`,
    ),
  );
}

function Endpoint(): PropertyDecorator {
  // `WebhooksService` checks that the address is public, by the settings of this installation.
  return both(Documented('public_url'), Text(), MinLength(1), MaxLength(500), WebAddress());
}

function EventNames(): PropertyDecorator {
  return both(
    Documented('known_event'),
    Names(EVENT_NAMES.length),
    Takes({ items: { type: 'string', enum: EVENT_NAMES } }),
    rule('known_event', (value, label) =>
      Array.isArray(value) && !value.some((name) => EVENT_NAMES.some((known) => known === name))
        ? `The selected ${label} are invalid.`
        : undefined,
    ),
  );
}

@Explained<WebhookInput>({
  active: 'Whether messages are sent; true also clears earlier failures',
  timeout: 'Seconds that the receiver may take to answer; 3 unless given',
  shelf_ids:
    'Ids of shelves: only events of them and of their books. Several scopes add up; without any, nothing is left out.',
  book_ids: 'Ids of books: only events of them and of their contents',
  category_ids: 'Ids of calendar categories: only events that have one of them',
})
abstract class WebhookInput {
  @NullIsAbsent()
  @YesNo()
  active?: boolean;

  @NullIsAbsent()
  @Seconds()
  timeout?: number;

  @NullIsAbsent()
  @RecordIds(MAX_SCOPE)
  shelf_ids?: number[];

  @NullIsAbsent()
  @RecordIds(MAX_SCOPE)
  book_ids?: number[];

  @NullIsAbsent()
  @RecordIds(MAX_SCOPE)
  category_ids?: number[];
}

@Explained<CreateWebhookDto>({
  name: 'Name of the webhook',
  endpoint: 'Public address that messages are sent to',
  events: 'Names of events, or `all`; unknown names are dropped',
})
export class CreateWebhookDto extends WebhookInput {
  @Required()
  @Text()
  @MaxLength(150)
  name!: string;

  @Required()
  @Endpoint()
  endpoint!: string;

  @Required()
  @EventNames()
  events!: string[];
}

@Explained<UpdateWebhookDto>({
  name: 'Name of the webhook',
  endpoint: 'Public address that messages are sent to',
  events: 'Names of events, or `all`; unknown names are dropped',
})
export class UpdateWebhookDto extends WebhookInput {
  @NullIsAbsent()
  @Text()
  @MinLength(1)
  @MaxLength(150)
  name?: string;

  @NullIsAbsent()
  @Endpoint()
  endpoint?: string;

  @NullIsAbsent()
  @EventNames()
  events?: string[];
}
