import { contentLine, textValue } from './content-line';

export interface CalendarHead {
  readonly name: string;
  readonly description: string;
  /** Address at which people see these events. */
  readonly url: string;
}

/** Refresh interval that subscribers should use. */
const EVERY = 'PT1H';

/** The lines before zones and events (calendar-behaviour §10). */
export function writeHead({ name, description, url }: CalendarHead): string {
  return [
    contentLine('BEGIN', 'VCALENDAR'),
    contentLine('VERSION', '2.0'),
    contentLine('PRODID', '-//Almanac//Calendar//EN'),
    contentLine('CALSCALE', 'GREGORIAN'),
    contentLine('METHOD', 'PUBLISH'),
    contentLine('X-WR-CALNAME', textValue(name)),
    contentLine('X-ORIGINAL-URL', url),
    contentLine('X-WR-CALDESC', textValue(description)),
    contentLine('REFRESH-INTERVAL', EVERY, { VALUE: 'DURATION' }),
    contentLine('X-PUBLISHED-TTL', EVERY),
  ].join('');
}

export const CALENDAR_END = contentLine('END', 'VCALENDAR');
