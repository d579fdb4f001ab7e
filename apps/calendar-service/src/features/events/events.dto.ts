import { bodyOf, Explained, listOf, type Notes, NUMBER, orNull, type Schema, TEXT, WHOLE } from '@almanac/openapi';
import { acceptsAlso, both, Present, reading, toList } from '@almanac/validation';
import { DateText, ZoneName } from '../../calendar/parameters/dates';
import { RecordReferenceOrNone } from '../../calendar/parameters/references';
import {
  BooleanValue,
  Check,
  FewItems,
  FilledText,
  isText,
  LONG_TEXT,
  NullAs,
  OneOfWords,
  OptionalText,
  PlainName,
  WebAddressOrNothing,
} from '../../calendar/parameters/rules';
import { type ImageInput, ImageReference } from '../../calendar/images/image-input';
import { NamedInOrder } from '../../calendar/parameters/read-parameters';
import { TermReferences } from '../terms/event-terms';
import { OccurrenceDto } from '../../calendar/parameters/occurrence.dto';
import { RecordLinks } from './linked-records';
import { SeriesDto } from './series/series.dto';
import { EVENT_STATUSES, type EventStatus } from '../../records/record/record.entity';
import { ORGANIZER } from '../organizers/organizer.kind';
import { VENUE } from '../venues/venue.kind';
import { nullByDefault } from '../../records/record/record.dto';

/** A cost as it is stored: a list of texts, one for each price. */
function CostItems(): PropertyDecorator {
  return both(
    reading((value) =>
      value === null
        ? []
        : [toList(value)]
            .flat()
            .map(asText)
            .filter((item) => item !== ''),
    ),
    FewItems(100),
    Check(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && item.length <= 500),
      'be prices or words of at most 500 characters each',
    ),
  );
}

const asText = (item: unknown): unknown =>
  typeof item === 'number' ? String(item) : isText(item) ? item.trim() : item;

/** Ids. One link needs no list, and each may be an object with an id, or the fields of a new record. An empty value removes all links. */
const links = (created: Schema) => ({
  ...orNull(listOf(WHOLE)),
  ...acceptsAlso(WHOLE, created, listOf({ anyOf: [WHOLE, created] }), TEXT),
});

const TERM_SPELLINGS = 'Ids are accepted as numbers too, and one text with commas as a list';
const linkSpellings = (kind: string): string =>
  `The fields of a new ${kind} are accepted in place of an id, and one ${kind} without a list`;

/** Descriptions of the fields of an event. */
const EVENT_NOTES: Notes<UpdateEventDto> = {
  title: 'The title, on one line without markup',
  slug: 'The slug; made from the title unless given',
  excerpt: 'A short description',
  timezone: 'Name of a time zone, also one that Windows uses, UTC±n or ±HH:MM; that of the site unless given',
  all_day: { description: 'Whether the event lasts whole days', default: false },
  start_date: 'When the event starts, on the clock of its time zone',
  end_date: 'When the event ends, on the clock of its time zone',
  cost: {
    description: 'A price, or words. Several prices are accepted as a list',
    default: null,
    ...orNull(TEXT),
    ...acceptsAlso(NUMBER, listOf({ anyOf: [TEXT, NUMBER] })),
  },
  website: { description: 'URL of a page about the event', default: null, type: ['string', 'null'] },
  show_map: 'Whether to show a map',
  show_map_link: 'Whether to link to a map',
  hide_from_listings: 'Whether to keep the event out of all lists',
  sticky: 'Whether the event comes first on its day in calendar views',
  featured: 'Whether the event is featured',
  event_status: { description: 'Whether the event takes place as planned', default: 'scheduled' },
  event_status_reason: 'Why it does not',
  categories: nullByDefault(`Ids or names of categories; they replace the former ones. ${TERM_SPELLINGS}`),
  tags: nullByDefault(`Ids or names of tags; they replace the former ones. ${TERM_SPELLINGS}`),
  venue: { description: `Ids of venues. ${linkSpellings('venue')}`, default: null, ...links(bodyOf(VENUE.create)) },
  venues: {
    description: 'The same as answers show it: all venues. It counts unless `venue` is another one than its first',
    default: null,
    ...links(bodyOf(VENUE.create)),
  },
  organizer: {
    description: `Ids of organizers. ${linkSpellings('organizer')}`,
    default: null,
    ...links(bodyOf(ORGANIZER.create)),
  },
  post_parent: 'The event that this one belongs to; 0 for none',
  password: 'Protects the event; an empty one opens it. Read from the body alone. Never shown',
};

@NamedInOrder(
  ...['author', 'date', 'date_utc', 'title', 'description', 'slug', 'excerpt', 'status', 'timezone', 'all_day'],
  ...['start_date', 'end_date', 'image', 'cost', 'website', 'show_map', 'show_map_link', 'hide_from_listings'],
  ...['sticky', 'featured', 'categories', 'tags', 'venue', 'organizer'],
)
@Explained<UpdateEventDto>(EVENT_NOTES)
export class UpdateEventDto extends SeriesDto {
  @PlainName()
  title?: string;

  @OptionalText()
  slug?: string;

  @OptionalText(LONG_TEXT)
  excerpt?: string;

  @ZoneName()
  timezone?: string;

  @NullAs(false)
  @BooleanValue()
  all_day?: boolean;

  @DateText()
  start_date?: string;

  @DateText()
  end_date?: string;

  @CostItems()
  cost?: string[];

  @WebAddressOrNothing()
  website?: string;

  @NullAs(false)
  @BooleanValue()
  show_map?: boolean;

  @NullAs(false)
  @BooleanValue()
  show_map_link?: boolean;

  @NullAs(false)
  @BooleanValue()
  hide_from_listings?: boolean;

  @NullAs(false)
  @BooleanValue()
  sticky?: boolean;

  @NullAs(false)
  @BooleanValue()
  featured?: boolean;

  @TermReferences()
  categories?: string[];

  @TermReferences()
  tags?: string[];

  /** Validated by `LinkedRecords`, which parses all forms and looks up ids. */
  @RecordLinks()
  venue?: unknown;

  /** Becomes `venue` before it is validated (`withAllVenues`). */
  @RecordLinks()
  venues?: unknown;

  @RecordLinks()
  organizer?: unknown;

  @RecordReferenceOrNone()
  post_parent?: number | null;

  @NullAs('scheduled')
  @OneOfWords(EVENT_STATUSES)
  event_status?: EventStatus;

  /** The reason why the event does not take place as planned. */
  @OptionalText()
  event_status_reason?: string;

  /** Protects the event; an empty password removes the protection. Never shown. */
  @OptionalText()
  password?: string;
}

export class CreateEventDto extends UpdateEventDto {
  @Present()
  @PlainName()
  override title!: string;

  @Present()
  @DateText()
  override start_date!: string;

  @Present()
  @DateText()
  override end_date!: string;

  /** A new event has no image that could be removed. */
  @ImageReference({ clearable: false })
  override image?: ImageInput;
}

@Explained<ReadEventDto>({
  password: 'The password of a protected event',
  context: {
    description: '`edit` shows protected events to those who may change them',
    type: 'string',
    default: 'view',
  },
})
export class ReadEventDto extends OccurrenceDto {
  @FilledText()
  password?: string;

  @OptionalText()
  context?: string;
}
