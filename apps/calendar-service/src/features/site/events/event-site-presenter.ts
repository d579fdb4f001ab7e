import type { Actor } from '@almanac/auth';
import { cacheUntilNextMinute } from '@almanac/http';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { lineOf } from '../../../calendar/rendering/rendered-text';
import { saleState } from '../../../calendar/tickets/sale';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { parseTimeZone } from '../../../calendar/time-zones/time-zone';
import type { EventRow, FullEvent } from '../../events/rows/event-row';
import { isSeries, storedRule } from '../../events/series/series-row';
import { ruleWords } from '../../events/series/rules/rule-words';
import type { PresentedEvent } from '../../events/event-reader';
import { RECORD_LAYOUT, htmlHead } from '../html-head';
import { recordPath, sizedImage, termPath } from '../record-paths';
import { EventSurroundings } from './event-surroundings';
import { calendarLinks } from './add-to-calendar';
import { eventActions } from './event-actions';
import { addressLines, mapLink, placeLine, ticketOffer, ownTimes, timesOfReader } from './event-facts';
import { SeriesDateLinks } from './series-date-links';

const MAX_TICKETS = 50;

/** The data of an event's page. Facts come from the answer of the API, which shows nothing that is hidden from the reader. */
@Injectable()
export class EventSitePresenter {
  constructor(
    private readonly surroundings: EventSurroundings,
    private readonly dates: SeriesDateLinks,
    private readonly tickets: TicketsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param query its `zone` is the name of the reader's time zone, its `occurrence` the date that the reader chose */
  async data(answered: PresentedEvent, { zone, occurrence }: Record<string, unknown>, actor: Actor) {
    const { event, answer } = answered;
    const { row } = event;
    const now = cacheUntilNextMinute();
    const [upcoming, { previous, next }, tickets] = await Promise.all([
      this.dates.others(row, now, actor),
      this.surroundings.neighbours(row, actor),
      row.ticketed ? this.tickets.ofEvent(row.id, MAX_TICKETS) : [],
    ]);
    const path = eventPath(row);
    const hasPath = row.slug !== '';
    const readerZone = typeof zone === 'string' && zone !== '' ? parseTimeZone(zone) : undefined;
    return {
      title: row.title,
      // The API knows no session, so it would refuse the others.
      ...(row.status === 'publish' && row.passwordHash === null && { apiPath: `events/${row.id}` }),
      scripts: [...RECORD_LAYOUT.scripts, 'local-times.js'],
      ...this.head(answered),
      event: answer,
      image: answer.image && sizedImage(answer.image, this.settings),
      times: ownTimes(row),
      readerTimes: readerZone && timesOfReader(row, readerZone),
      repeats: isSeries(row),
      rule: ruleOf(row),
      upcoming,
      passed: passedWords(row, now, !isSeries(row) || occurrence !== undefined || upcoming.length === 0),
      previous: previous && { title: previous.title, path: eventPath(previous) },
      next: next && { title: next.title, path: eventPath(next) },
      ...linkedRecords(event),
      website: row.website,
      tickets: tickets.map((ticket) => ticketOffer(ticket, row, this.settings)),
      isOpenForPlaces: tickets.some((ticket) => saleState(ticket, row, new Date()) === 'open'),
      ...(hasPath && { filePath: `${path}event.ics` }),
      ...(hasPath && tickets.length > 0 && { placesPath: `${path}places` }),
      actions: eventActions(row, actor),
      calendars: calendarLinks({ ...row, details: answer.url, location: locationOf(event) }),
    };
  }

  private head({ event: { row }, answer }: PresentedEvent) {
    const summary = lineOf(row.excerpt, row.excerptRendered) || lineOf(row.description, row.descriptionRendered);
    return htmlHead(
      {
        title: row.title,
        path: eventPath(row),
        // A preview must not tell the text of a protected event.
        summary: row.passwordHash === null ? summary : '',
        image: row.passwordHash === null && answer.image ? answer.image.url : undefined,
        type: 'article',
        jsonLd: 'json_ld' in answer ? answer.json_ld : undefined,
      },
      this.settings,
    );
  }
}

export const eventPath = (event: { id: number; slug: string }): string => recordPath('event', event);

/**
 * Says that the presented date is over; undefined before its end.
 * @param isThisDate whether the page is about this date alone. Without a chosen date, the page of a series shows its first one.
 */
function passedWords({ endsAt }: EventRow, now: Date, isThisDate: boolean): string | undefined {
  if (endsAt * 1_000 > now.getTime()) return undefined;
  return isThisDate ? 'This event has passed.' : 'The first date has passed.';
}

function linkedRecords({ row, venues, organizers, terms }: FullEvent) {
  const termsOf = (kind: 'category' | 'tag') =>
    terms.filter((term) => term.kind === kind).map((term) => ({ name: term.name, path: termPath(term) }));
  const categories = termsOf('category');
  return {
    crumbs: categories.slice(0, 1),
    categories,
    tags: termsOf('tag'),
    places: venues.map((venue) => ({
      name: venue.name,
      path: recordPath('venue', venue),
      lines: addressLines(venue),
      map: row.showMapLink ? mapLink(venue) : undefined,
      contact: { phone: venue.phone, email: '', website: venue.website },
    })),
    organizers: organizers.map(({ id, slug, name, phone, email, website }) => ({
      name,
      path: recordPath('organizer', { id, slug }),
      contact: { phone, email, website },
    })),
  };
}

const locationOf = ({ venues: [venue] }: FullEvent): string => (venue ? placeLine(venue) : '');

/** The rule in words; undefined for events without one, and for a rule that cannot be read. */
function ruleOf(row: EventRow): string | undefined {
  const rule = storedRule(row);
  return rule && !('refused' in rule) ? ruleWords(rule, row.startsLocal) : undefined;
}
