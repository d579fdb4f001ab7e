import { boolean, defineListing, integer, text, timestamp, word } from '@almanac/listing';
import { publicationOrder } from '../../../records/access/head-sql';

/** Start on the event's own clock. */
export const START = timestamp('occurrence.starts_local');

/** Without texts and costs that a password protects: ordering by them would reveal them. */
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

/** Fields by which lists of events can be ordered and filtered. */
export const EVENT_FIELDS = defineListing(FIELDS, FIELDS.id, START);

/** The same for searches around a point (`nearby`). */
export const NEARBY_FIELDS = defineListing({ ...FIELDS, distance: integer('near.distance') }, FIELDS.id, START);
