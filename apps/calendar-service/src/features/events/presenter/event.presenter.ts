import type { Actor } from '@almanac/auth';
import {
  each,
  EMPTY_LIST,
  FLAG,
  listOf,
  NamedSchema,
  NUMBER,
  record,
  TEXT,
  WALL_CLOCK,
  URL_TEXT,
  WHOLE,
} from '@almanac/openapi';
import { Inject, Injectable } from '@nestjs/common';
import { COST_DETAILS } from '../../../calendar/cost/cost';
import { FLAG_OR_LOCKED, HEAD, JSON_LD } from '../../../calendar/description/record-schema';
import { ORGANIZER_SCHEMA } from '../../organizers/organizer.schema';
import type { TermKind } from '../../terms/term.entity';
import { EMBEDDED_TERM_SCHEMA, type CountedTerm, presentEmbeddedTerm } from '../../terms/term.kind';
import { TICKETING } from '../../../calendar/tickets/ticketing.schema';
import { VENUE_SCHEMA } from '../../venues/venue.schema';
import { apiRoot, SETTINGS, type Settings } from '../../../config';
import { roundedDistance } from '../../../calendar/places/distance';
import { htmlOf } from '../../../calendar/rendering/rendered-text';
import { ORGANIZER } from '../../organizers/organizer.kind';
import { VENUE } from '../../venues/venue.kind';
import { eventCost, eventTimes, jsonLdOf, ticketMembers } from './event-members';
import { type FullEvent, readableParts } from '../rows/event-row';
import { recurrenceParts } from '../series/series-row';
import { RecordPresenter } from '../../../records/record/record.presenter';

/** Fields of events that repeat, and of events that come from a series; other events do not have them. */
const RECURRENCE = {
  occurrence_id: {
    type: ['integer', 'null'],
    description: 'Which of the times the dates are; null for a series that no longer begins with its start',
  },
  series_id: { ...WHOLE, description: 'The series that this event is, was split off, or replaces one occurrence of' },
  recurrence: {
    anyOf: [
      record({
        rrule: {
          ...TEXT,
          description: 'Value of an RRULE of RFC 5545; empty for an event that repeats by `rdates` alone',
        },
        exdates: { ...listOf(WALL_CLOCK), description: 'When it does not take place, on the clock of `timezone`' },
        rdates: { ...listOf(WALL_CLOCK), description: 'When it takes place as well' },
      }),
      { type: 'null' },
    ],
    description: 'null for an event that replaces one occurrence or repeats no longer',
  },
  recurrence_start: { ...WALL_CLOCK, description: 'When the occurrence began that this event replaces' },
};

const DATE_DETAILS = new NamedSchema(
  'DateDetails',
  record(each(TEXT, 'year', 'month', 'day', 'hour', 'minutes', 'seconds')),
);

/** Present only in events that do not take place as planned. */
const STATUS = { event_status: { ...TEXT, enum: ['canceled', 'postponed'] }, event_status_reason: TEXT };

/** The answer of `EventPresenter`. In lists, a protected event without its password has null flags and empty texts. */
export const EVENT_SCHEMA = new NamedSchema(
  'Event',
  record(
    {
      ...HEAD,
      rest_url: URL_TEXT,
      title: TEXT,
      ...each({ ...WALL_CLOCK, description: 'On the clock of `timezone`' }, 'start_date', 'end_date'),
      ...each({ ...WALL_CLOCK, description: 'In UTC' }, 'utc_start_date', 'utc_end_date'),
      ...each(DATE_DETAILS, 'start_date_details', 'end_date_details', 'utc_start_date_details', 'utc_end_date_details'),
      ...each(TEXT, 'timezone', 'timezone_abbr', 'cost', 'website'),
      duration: { ...WHOLE, description: 'In seconds' },
      cost_details: COST_DETAILS,
      ...each(FLAG_OR_LOCKED, 'all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'),
      ...each(listOf(EMBEDDED_TERM_SCHEMA), 'categories', 'tags'),
      venue: {
        anyOf: [VENUE_SCHEMA, EMPTY_LIST],
        description: 'The first of `venues`; an empty list where there is none',
      },
      venues: listOf(VENUE_SCHEMA),
      organizer: listOf(ORGANIZER_SCHEMA),
      custom_fields: EMPTY_LIST,
      password_protected: FLAG,
      post_parent: { ...WHOLE, description: 'The event that this one belongs to; 0 for none' },
    },
    {
      ...JSON_LD,
      ...RECURRENCE,
      ...STATUS,
      ...TICKETING,
      distance: { ...NUMBER, description: 'From the point of the list, in the unit of the site' },
    },
  ),
);

/** Members that a protected event hides without its password (calendar-behaviour §6.2). */
const BLANK = {
  description: '',
  excerpt: '',
  image: false,
  all_day: null,
  cost: '',
  cost_details: { currency_symbol: '', currency_position: '', values: [], currency_code: '' },
  website: '',
  show_map: null,
  show_map_link: null,
  hide_from_listings: null,
  sticky: null,
  featured: null,
  categories: [],
  tags: [],
  venue: [],
  venues: [],
  organizer: [],
  custom_fields: [],
} as const;

/** The shape of calendar-behaviour §2.1, with additional members. */
@Injectable()
export class EventPresenter {
  constructor(
    private readonly records: RecordPresenter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** Address of the events, with a slash at its end. */
  get collection(): string {
    return this.records.collection('event');
  }

  /** Linked records that the caller may not read are left out. */
  present(event: FullEvent, actor: Actor) {
    const { row, venues, organizers, terms } = readableParts(event, actor);
    const places = venues.map((venue) => VENUE.present(venue, this.records));
    const head = this.records.head('event', row);
    return {
      ...this.records.globalIds(row),
      ...head,
      rest_url: `${apiRoot(this.settings)}/events/${row.id}`,
      title: row.title,
      description: htmlOf(row.description, row.descriptionRendered),
      excerpt: htmlOf(row.excerpt, row.excerptRendered),
      slug: this.records.slug(row),
      image: this.records.image(row),
      all_day: row.allDay,
      ...eventTimes(row),
      ...eventCost(event, this.settings.currency),
      // An event without a website of its own shows its public page.
      website: row.website === '' ? head.url : row.website,
      show_map: row.showMap,
      show_map_link: row.showMapLink,
      hide_from_listings: row.hideFromListings,
      sticky: row.sticky,
      featured: row.featured,
      categories: this.termsOf('category', terms),
      tags: this.termsOf('tag', terms),
      venue: places[0] ?? [],
      venues: places,
      organizer: organizers.map((organizer) => ORGANIZER.present(organizer, this.records)),
      custom_fields: [],
      password_protected: row.passwordHash !== null,
      post_parent: row.parentId ?? 0,
      ...recurrenceParts(row),
      // Present only when the event does not take place as planned, so that all other events look as in the reference.
      ...(row.eventStatus !== 'scheduled' && {
        event_status: row.eventStatus,
        event_status_reason: row.eventStatusReason,
      }),
      ...ticketMembers(event, actor),
    };
  }

  /**
   * For an event read by itself: with the schema.org description, unless it has a password.
   * @param listed the same event as `present` shows it
   */
  presentSingle(event: FullEvent, actor: Actor, listed = this.present(event, actor)) {
    const readable = readableParts(event, actor);
    const places = readable.venues.map((venue) => VENUE.presentSingle(venue, this.records));
    const linked = {
      venue: places[0] ?? [],
      venues: places,
      organizer: readable.organizers.map((organizer) => ORGANIZER.presentSingle(organizer, this.records)),
    };
    if (event.row.passwordHash !== null) return { ...listed, ...linked };
    return { ...listed, ...linked, json_ld: jsonLdOf(readable, this.records, this.settings.currency) };
  }

  /** @param locked ids of the events whose protected members stay hidden */
  presentList(events: readonly FullEvent[], locked: ReadonlySet<number>, actor: Actor) {
    return events.map((event) => ({
      ...(locked.has(event.row.id) ? this.presentLocked(event, actor) : this.present(event, actor)),
      ...(event.row.distance !== undefined && { distance: roundedDistance(event.row.distance) }),
    }));
  }

  /** Without everything that the password protects (`BLANK`). */
  private presentLocked(event: FullEvent, actor: Actor) {
    const reason = event.row.eventStatus === 'scheduled' ? {} : { event_status_reason: '' };
    return { ...this.present(event, actor), ...BLANK, ...reason, ...ticketMembers(event, actor, true) };
  }

  private termsOf(kind: TermKind, terms: readonly CountedTerm[]) {
    return terms.filter((term) => term.kind === kind).map((term) => presentEmbeddedTerm(term, this.settings));
  }
}
