import { boolean, defineListing, integer, text, timestamp, word } from '@almanac/listing';
import { publicationOrder } from '../../../records/access/head-sql';

/** Start on the event's own clock. */
export const START = timestamp('occurrence.starts_local');

/** Without texts and costs that a password protects: ordering by them would reveal them. See `CONTENT_FIELDS`. */
const FIELDS = {
  start_date: START,
  event_date: START,
  end_date: timestamp('occurrence.ends_local'),
  utc_start_date: timestamp('lower(occurrence.during)'),
  utc_end_date: timestamp('upper(occurrence.during)'),
  id: integer('occurrence.event_id'),
  title: text('event.title'),
  slug: word('event.slug'),
  author: integer('event.author_id'),
  status: word('event.status'),
  date: timestamp(publicationOrder('event')),
  modified: timestamp('change.modified_at'),
  timezone: text('event.timezone'),
  all_day: boolean('event.all_day'),
  featured: boolean('event.featured'),
};

/** Fields that a protected event does not show. */
const CONTENTS = { all_day: FIELDS.all_day, featured: FIELDS.featured };
export const CONTENT_FIELDS: ReadonlySet<string> = new Set(Object.keys(CONTENTS));

/** The same without their values for protected events, so that an order does not tell them. */
const HIDDEN = Object.fromEntries(
  Object.entries(CONTENTS).map(([name, { column }]) => [name, boolean(`(${column} AND event.password_hash IS NULL)`)]),
);

const NEAR = { distance: integer('near.distance') };

/** Fields by which lists of events can be ordered and filtered. */
export const EVENT_FIELDS = defineListing(FIELDS, FIELDS.id, START);

/** The same for searches around a point (`nearby`). */
export const NEARBY_FIELDS = defineListing({ ...FIELDS, ...NEAR }, FIELDS.id, START);

/** Fields of orders, for callers who do not see the contents of all events. */
export const HIDING_FIELDS = defineListing({ ...FIELDS, ...HIDDEN }, FIELDS.id, START);
export const HIDING_NEARBY_FIELDS = defineListing({ ...FIELDS, ...HIDDEN, ...NEAR }, FIELDS.id, START);
