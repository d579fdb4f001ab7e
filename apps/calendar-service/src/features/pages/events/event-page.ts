import type { Actor } from '@almanac/auth';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { lineOf } from '../../../calendar/rendering/rendered-text';
import { saleState } from '../../../calendar/tickets/sale';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { parseTimeZone } from '../../../calendar/time-zones/time-zone';
import type { EventRow, FullEvent } from '../../events/event-row';
import { isSeries, storedRule } from '../../events/series/series-row';
import { ruleWords } from '../../events/series/rules/rule-words';
import type { AnsweredEvent } from '../../events/members/event-reads';
import { RECORD_PAGE } from '../calendar-layout';
import { headOf } from '../page-head';
import { occurrencePath, recordPath, shownImage, termPath } from '../record-paths';
import { EventSurroundings, type LinkedTime } from './event-surroundings';
import { calendarLinks } from './facts/add-to-calendar';
import { addressLines, mapLink, placeLine } from './facts/shown-place';
import { ownTimes, timesOfReader } from './facts/shown-times';

const MAX_UPCOMING = 5;
const MAX_TICKETS = 50;

/** The data of an event's page. Facts come from the answer of the API, which shows nothing that is hidden from the reader. */
@Injectable()
export class EventPage {
  constructor(
    private readonly surroundings: EventSurroundings,
    private readonly tickets: TicketsRepository,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** @param zone name of the reader's time zone, as sent */
  async data(shown: AnsweredEvent, zone: unknown, actor: Actor) {
    const { event, answer } = shown;
    const { row } = event;
    const [upcoming, { previous, next }, tickets] = await Promise.all([
      isSeries(row) ? this.surroundings.upcoming(row.id, MAX_UPCOMING, actor) : [],
      this.surroundings.neighbours(row, actor),
      row.ticketed ? this.tickets.ofEvent(row.id, MAX_TICKETS) : [],
    ]);
    const path = pathOf(row);
    const hasPages = row.slug !== '';
    const readerZone = typeof zone === 'string' && zone !== '' ? parseTimeZone(zone) : undefined;
    return {
      title: row.title,
      // The API knows no session, so it would refuse the others.
      ...(row.status === 'publish' && row.passwordHash === null && { apiPath: `events/${row.id}` }),
      scripts: [...RECORD_PAGE.scripts, 'local-times.js'],
      ...this.head(shown),
      event: answer,
      image: answer.image && shownImage(answer.image, this.settings),
      times: ownTimes(row),
      readerTimes: readerZone && timesOfReader(row, readerZone),
      repeats: isSeries(row),
      rule: ruleOf(row),
      upcoming: upcoming.map((time) => ({ times: ownTimes(time), path: pathOfTime(time, row) })),
      previous: previous && { title: previous.title, path: pathOf(previous) },
      next: next && { title: next.title, path: pathOf(next) },
      ...linkedRecords(event),
      website: row.website,
      isOpenForPlaces: tickets.some((ticket) => saleState(ticket, row, new Date()) === 'open'),
      ...(hasPages && { filePath: `${path}event.ics` }),
      ...(hasPages && tickets.length > 0 && { placesPath: `${path}places` }),
      calendars: calendarLinks({ ...row, details: answer.url, location: locationOf(event) }),
    };
  }

  private head({ event: { row }, answer }: AnsweredEvent) {
    const summary = lineOf(row.excerpt, row.excerptRendered) || lineOf(row.description, row.descriptionRendered);
    return headOf(
      {
        title: row.title,
        path: pathOf(row),
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

export const pathOf = (event: { id: number; slug: string }): string => recordPath('event', event);

/** An event that replaces an occurrence has a page of its own. */
const pathOfTime = (time: LinkedTime, series: EventRow): string =>
  time.id === series.id ? occurrencePath(series, time.startsLocal) : pathOf(time);

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
    })),
    organizers: organizers.map((organizer) => ({ name: organizer.name, path: recordPath('organizer', organizer) })),
  };
}

const locationOf = ({ venues: [venue] }: FullEvent): string => (venue ? placeLine(venue) : '');

/** The rule in words; undefined for events without one, and for a rule that cannot be read. */
function ruleOf(row: EventRow): string | undefined {
  const rule = storedRule(row);
  return rule && !('refused' in rule) ? ruleWords(rule, row.startsLocal) : undefined;
}
