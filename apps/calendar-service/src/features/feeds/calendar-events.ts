import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { CalendarEvent } from '../../calendar/icalendar/calendar-event';
import { RecordPresenter } from '../../records/record/record.presenter';
import { isHtml } from '../../calendar/rendering/html-text';
import { linesOf, writtenHtmlOf } from '../../calendar/rendering/rendered-text';
import { plainText } from '../../calendar/rendering/sanitised';
import type { VenueRow } from '../venues/venue.schema';
import { type EventRow, type FullEvent, readableParts } from '../events/rows/event-row';
import { datesOf } from '../events/series/series-row';

/** Members that a protected event hides without its password, as in lists (calendar-behaviour §6.2). */
const BLANK = {
  description: '',
  html: '',
  location: '',
  place: undefined,
  categories: [],
  image: undefined,
  organizer: undefined,
} as const;

/** Converts events to the values of iCalendar. */
@Injectable()
export class CalendarEvents {
  constructor(private readonly records: RecordPresenter) {}

  of(event: FullEvent, actor: Actor, isLocked = false): CalendarEvent {
    const { row } = event;
    const head = { ...headOf(row), url: this.records.url('event', row) };
    return isLocked
      ? { ...head, ...BLANK }
      : { ...head, ...bodyOf(readableParts(event, actor)), image: this.records.imageUrl(row) };
  }
}

const headOf = (row: EventRow) => ({
  uid: row.uid,
  sequence: row.sequence,
  times: datesOf(row),
  title: row.title,
  state: row.eventStatus,
  isDraft: row.status === 'draft' || row.status === 'pending' || row.status === 'future',
  isPrivate: row.status === 'private',
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
});

function bodyOf({ row, venues: [venue], organizers, terms }: FullEvent) {
  const organizer = organizers.find(({ email }) => email !== '');
  return {
    description: linesOf(row.description, row.descriptionRendered),
    html: isHtml(row.description) ? writtenHtmlOf(row.description, row.descriptionRendered) : '',
    location: venue ? locationOf(venue) : '',
    place: venue && placeOf(venue),
    categories: terms.filter(({ kind }) => kind === 'category').map(({ name }) => name),
    organizer: organizer && { name: organizer.name, email: organizer.email },
  };
}

const placeOf = ({ geoLat, geoLng }: VenueRow) =>
  geoLat === null || geoLng === null ? undefined : { latitude: geoLat, longitude: geoLng };

/** Name and address of a venue on one line (calendar-behaviour §10). */
export const locationOf = ({ name, address, city, stateprovince, zip, country }: VenueRow): string =>
  [name, address, city, stateprovince, zip, country]
    .map(plainText)
    .filter((part) => part !== '')
    .join(', ');
