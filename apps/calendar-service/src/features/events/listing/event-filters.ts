import { type Actor, isAnonymous } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import { Explained, type Note } from '@almanac/openapi';
import type { DtoClass } from '@almanac/validation';
import { both } from '@almanac/validation';
import type { DateWindowParameter } from '../../../calendar/date-window/date-window';
import type { EventLinks, EventReferences } from '../../../records/queries/event-links';
import { searchTerms, likePattern } from '../../../calendar/lists/search-terms';
import { PageDto } from '../../../calendar/lists/list-query';
import { ORGANIZER } from '../../organizers/organizer.kind';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { RecordReference, RecordReferences } from '../../../calendar/parameters/references';
import { Anything, BooleanValue, FilledText, OptionalText, SomeWords, Words } from '../../../calendar/parameters/rules';
import { DEFAULT_RADIUS, FARTHEST, type Nearby } from '../../../calendar/places/distance';
import { Latitude, Longitude, NumberWithin, Together } from '../../../calendar/places/place-rules';
import type { Status } from '../../../records/record/record';
import { statusFilter } from '../../../records/access/rights';
import type { TermKind } from '../../terms/term.entity';
import type { TermsRepository } from '../../terms/terms.repository';
import { VENUE } from '../../venues/venue.kind';
import { hasPlace, nearby, type VenuesByPlace, type VenuesNearby } from './place-filters';

/** The request for which a filter checks its value. */
interface FilterRequest {
  /** Name of the parameter. */
  name: string;
  actor: Actor;
  faults: ParameterFaults;
  /** The point that `geoloc_lat` and `geoloc_lng` name. */
  near: Nearby | undefined;
  terms: TermsRepository;
  links: EventLinks;
  events: EventReferences;
  places: VenuesByPlace;
}

interface FilterScope {
  actor: Actor;
  parameters: Parameters;
  /** SQL for the id of the event. Lists take the occurrence's column, so that PostgreSQL need not read the event. */
  eventId: string;
}

/** One parameter of event lists. DTO, SQL, totals, paging links and the API description are derived from it. */
interface EventFilter<Value, Checked> {
  rule: PropertyDecorator;
  description: Note;
  /** Adds a fault for unknown records. Must return plain data, because the ETag of feeds covers it. */
  check: (value: Value, request: FilterRequest) => Promise<Checked | undefined> | Checked | undefined;
  /** Condition on `eventId` and the alias `event`. Totals are counted for filters with `sql` or `join`, and read from stored sums for others. */
  sql?: (checked: Checked, scope: FilterScope) => string;
  /** A join that keeps the matching events, for filters that also add a column. */
  join?: (checked: Checked, scope: FilterScope) => string;
  /** The SQL itself tells nothing that a password protects. Other filters find protected events only for callers who see their contents. */
  keepsSecrets?: true;
  /** Whether few events are expected to match. They are then looked up before sorting. */
  narrows?: (checked: Checked) => boolean;
  /** Paging links repeat the sent value. Dates are repeated as the window resolves them instead. */
  isRepeatedInLinks: boolean;
}

type Entry<Value, Checked> = Omit<EventFilter<Value, Checked>, 'check' | 'isRepeatedInLinks'>;

/** A filter that uses the value as it was sent. */
const filter = <Value>(entry: Entry<Value, Value>): EventFilter<Value, Value> => ({
  ...entry,
  check: (value) => value,
  isRepeatedInLinks: true,
});

/** A filter whose value is looked up first. */
const lookup = <Value, Checked>(
  entry: Entry<Value, Checked> & Pick<EventFilter<Value, Checked>, 'check'>,
): EventFilter<Value, Checked> => ({ ...entry, isRepeatedInLinks: true });

/** A parameter that another entry or the presenter reads. */
const part = <Value>(rule: PropertyDecorator, description: Note): EventFilter<Value, never> => ({
  rule,
  description,
  check: () => undefined,
  isRepeatedInLinks: true,
});

/** A date; `resolveDateWindow` validates all dates together. */
const date = (description: string, more: object = {}): EventFilter<unknown, never> => ({
  ...part(Anything(), { description, type: 'string', ...more }),
  isRepeatedInLinks: false,
});

const always = (): boolean => true;

const DATES: Record<DateWindowParameter, EventFilter<unknown, never>> = {
  start_date: date('Events that start on this day or later; yesterday unless given'),
  end_date: date('Events that end on this day or earlier; 24 months from now unless given'),
  starts_before: date('Events that start before the end of this day'),
  starts_after: date('Events that start after this day'),
  ends_before: date('Events that end before the end of this day'),
  ends_after: date('Events that end after this day'),
  overlaps_from: date('Events that are not over when this day begins; with `strict_dates`, at this moment'),
  overlaps_to: date('Events that have begun by the end of this day; with `strict_dates`, before this moment'),
  modified_after: date('Events that changed after this moment, whenever they take place'),
  strict_dates: date('Take dates as exact times instead of whole days', { default: 'false' }),
  tz: date('The time zone in which dates are read, instead of that of the site'),
};

const FILTERS = {
  ...DATES,
  search: filter<string>({
    rule: FilledText(),
    sql: searched,
    keepsSecrets: true,
    narrows: always,
    description:
      'Words in title, excerpt or description; "a phrase" and -without work, and words such as "the" do not count',
  }),
  categories: lookup<string[], number[]>({
    rule: SomeWords(),
    check: async (words, request) => request.terms.within(await termIds('category', words, request)),
    sql: hasTerm,
    narrows: always,
    description: 'Slugs or ids of categories; those below them count too',
  }),
  tags: lookup<string[], number[]>({
    rule: SomeWords(),
    check: (words, request) => termIds('tag', words, request),
    sql: hasTerm,
    narrows: always,
    description: 'Slugs or ids of tags',
  }),
  venue: lookup<number[], number[]>({
    rule: RecordReferences(),
    check: (ids, request) => readableIds('venue', ids, request),
    sql: (ids, { parameters, eventId }) =>
      `${eventId} IN (SELECT event_id FROM event_venues WHERE venue_id = ANY(${parameters.add(ids)}))`,
    narrows: always,
    description: 'Ids of venues',
  }),
  organizer: lookup<number[], number[]>({
    rule: RecordReferences(),
    check: (ids, request) => readableIds('organizer', ids, request),
    sql: (ids, { parameters, eventId }) =>
      `${eventId} IN (SELECT event_id FROM event_organizers WHERE organizer_id = ANY(${parameters.add(ids)}))`,
    narrows: always,
    description: 'Ids of organizers',
  }),
  featured: filter<boolean>({
    rule: BooleanValue(),
    sql: (isRequested) => (isRequested ? 'event.featured' : 'NOT event.featured'),
    narrows: (isRequested) => isRequested,
    description: 'Only featured events, or only the others',
  }),
  /** `EventListing` applies it: access depends on the status, and sums are stored for each. */
  status: lookup<string[], Status[]>({
    rule: Words(),
    check: (words, { actor, faults }) => statusFilter(words, actor, 'event', faults),
    description: 'Statuses; all that the caller may see unless given',
  }),
  include: filter<number[]>({
    rule: RecordReferences(),
    sql: (ids, { parameters, eventId }) => `${eventId} = ANY(${parameters.add(ids)})`,
    keepsSecrets: true,
    narrows: always,
    description: 'Ids of events, whatever their date',
  }),
  post_parent: lookup<number, number>({
    rule: RecordReference(),
    check: (id, { name, actor, faults, events }) => events.childrenOf(name, id, actor, faults),
    sql: (id, { parameters }) => `event.parent_id = ${parameters.add(id)}`,
    keepsSecrets: true,
    narrows: always,
    description: 'The event whose children are wanted',
  }),
  ticketed: filter<boolean>({
    rule: BooleanValue(),
    sql: (isRequested) => (isRequested ? 'event.ticketed' : 'NOT event.ticketed'),
    description: 'Only events with tickets, or only those without',
  }),
  password: part<string>(FilledText(), 'Shows protected events that have this password in full'),
  context: part<string>(OptionalText(), {
    description: '`edit` shows protected events in full to those who may change them',
    type: 'string',
    default: 'view',
  }),
  geoloc: lookup<boolean, boolean>({
    rule: BooleanValue(),
    check: (isRequested, { near, faults }) => {
      if (near && !isRequested) faults.add('geoloc', 'Events without coordinates are not near anything.');
      // A search around a point finds only events with coordinates anyway.
      return near ? undefined : isRequested;
    },
    sql: (isRequested, { actor, parameters }) => hasPlace(isRequested, actor, parameters),
    keepsSecrets: true,
    description: 'Only events whose venue has coordinates, or only those without',
  }),
  geoloc_lat: lookup<number, VenuesNearby>({
    rule: both(Latitude(), Together('geoloc_lng')),
    check: (_, { near, actor, places }) => near && places.around(near, actor),
    join: (venues, { parameters }) => nearby(venues, parameters),
    keepsSecrets: true,
    narrows: always,
    description: 'Latitude of the point that events are sought around',
  }),
  geoloc_lng: part<number>(both(Longitude(), Together('geoloc_lat')), 'Longitude of the same point'),
  // Alone it means nothing. Generated clients send its default with every request.
  geoloc_radius: part<number>(NumberWithin({ from: 0, to: FARTHEST }), {
    description: 'How far from the point, in the unit of the site; without a point it has no effect',
    default: DEFAULT_RADIUS,
  }),
};

export type FilterName = keyof typeof FILTERS;
type Values = {
  [Name in FilterName]: (typeof FILTERS)[Name]['check'] extends (value: infer Value, request: FilterRequest) => unknown
    ? Value
    : never;
};
type CheckedValues = { [Name in FilterName]: Exclude<Awaited<ReturnType<(typeof FILTERS)[Name]['check']>>, undefined> };

/** The one list of the filters of events. */
export const EVENT_FILTERS: { readonly [Name in FilterName]: EventFilter<Values[Name], CheckedValues[Name]> } = FILTERS;

const isFilterName = (name: string): name is FilterName => Object.hasOwn(EVENT_FILTERS, name);
export const FILTER_NAMES: readonly FilterName[] = Object.keys(EVENT_FILTERS).filter(isFilterName);

/** Checked filters of a list, as plain data. */
export type CheckedFilters = { [Name in FilterName]?: CheckedValues[Name] | undefined };

export type EventListInput = PageDto & { [Name in FilterName]?: Values[Name] };
const dto = class EventListDto extends PageDto {};
for (const name of FILTER_NAMES) EVENT_FILTERS[name].rule(dto.prototype, name);
export const EventListDto: DtoClass<EventListInput> = dto;
Explained<EventListInput>(Object.fromEntries(FILTER_NAMES.map((name) => [name, EVENT_FILTERS[name].description])))(
  EventListDto,
);

/** Checks the value of one filter and stores the result in `checked`. */
export async function checkFilter<Name extends FilterName>(
  name: Name,
  value: Values[Name] | undefined,
  checked: CheckedFilters,
  request: Omit<FilterRequest, 'name'>,
): Promise<void> {
  if (value !== undefined) checked[name] = await EVENT_FILTERS[name].check(value, { ...request, name });
}

/** SQL conditions of the filters. */
export const filterConditions = (filters: CheckedFilters, scope: FilterScope): string[] =>
  applied(filters, ({ sql }, checked) => sql?.(checked, scope));

/** Whether some filter is about members that a protected event does not show. */
export const filtersContents = (filters: CheckedFilters): boolean =>
  applied(filters, ({ sql, join, keepsSecrets }) => (sql ?? join) !== undefined && !keepsSecrets).includes(true);

/** Joins of the filters. */
export const filterJoins = (filters: CheckedFilters, scope: FilterScope): string[] =>
  applied(filters, ({ join }, checked) => join?.(checked, scope));

/** Whether few events are expected to match. */
export const isNarrow = (filters: CheckedFilters): boolean =>
  applied(filters, ({ narrows }, checked) => narrows?.(checked)).includes(true);

type Use<Result> = <Value, Checked>(filter: EventFilter<Value, Checked>, checked: Checked) => Result | undefined;

/** Results of `use` for the filters in effect. */
function applied<Result extends string | boolean>(filters: CheckedFilters, use: Use<Result>): Result[] {
  const one = <Name extends FilterName>(name: Name, checked: CheckedValues[Name] | undefined): Result | undefined =>
    checked === undefined ? undefined : use(EVENT_FILTERS[name], checked);
  return FILTER_NAMES.flatMap((name) => one(name, filters[name]) ?? []);
}

function hasTerm(ids: number[], { parameters, eventId }: FilterScope): string {
  return `${eventId} IN (SELECT event_id FROM event_terms WHERE term_id = ANY(${parameters.add(ids)}))`;
}

/** All terms must occur, in title, excerpt or description. */
function searched(search: string, { actor, parameters }: FilterScope): string {
  const conditions = searchTerms(search).map(({ text, isExcluded }) => {
    const pattern = parameters.add(likePattern(text));
    const title = `fold(event.title) LIKE fold(${pattern})`;
    const others = ['excerpt', 'description'].map((column) => `fold(event.${column}) LIKE fold(${pattern})`);
    // A search must not reveal texts that a password protects. The index answers the first part as a whole, so PostgreSQL folds texts once.
    const within = `((${[title, ...others].join(' OR ')}) AND (event.password_hash IS NULL OR ${title}))`;
    return isExcluded ? `NOT ${within}` : within;
  });
  // As in the reference, anonymous callers find no protected events at all.
  return [...conditions, ...(isAnonymous(actor) ? ['event.password_hash IS NULL'] : [])].join(' AND ');
}

async function termIds(kind: TermKind, words: string[], { name, faults, terms }: FilterRequest): Promise<number[]> {
  const found = await terms.resolve(kind, words);
  const unknown = words.filter((word) => !found.has(word));
  if (unknown.length > 0) faults.addInvalid(name, `${name} names no ${kind}: ${unknown.join(', ')}.`);
  return [...found.values()];
}

/** Drops records that the caller may not read: a filter must not reveal which events have them. */
async function readableIds(
  kind: 'venue' | 'organizer',
  ids: number[],
  { name, actor, faults, links }: FilterRequest,
): Promise<number[]> {
  const named = await links.named(kind === 'venue' ? VENUE : ORGANIZER, ids, actor);
  const unknown = ids.filter((id) => !named.has(id));
  if (unknown.length > 0) faults.addInvalid(name, `${name} has ids that no ${kind} has: ${unknown.join(', ')}.`);
  return ids.filter((id) => named.get(id));
}
