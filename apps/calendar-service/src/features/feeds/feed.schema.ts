import { each, listOf, record, type RouteNote, TEXT, WALL_CLOCK, URL_TEXT, WHOLE } from '@almanac/openapi';

/** A calendar file. */
export const CALENDAR_FILE = {
  answer: TEXT,
  mediaType: 'text/calendar',
  isVersioned: true,
} as const satisfies Partial<RouteNote>;

const FEED = {
  id: WHOLE,
  name: TEXT,
  filters: { type: 'object', description: 'Parameters of the list of events' },
  created_utc: WALL_CLOCK,
};

export const FEED_SCHEMA = record(FEED);
export const FEED_LIST_SCHEMA = record({ feeds: listOf(FEED_SCHEMA) });
export const NEW_FEED_SCHEMA = record({
  ...FEED,
  ...each({ ...URL_TEXT, description: 'The secret URL; only this answer has it' }, 'url'),
});
