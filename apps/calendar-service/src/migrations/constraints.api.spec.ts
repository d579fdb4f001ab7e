import { constraintsOf, refusedBy } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
  const { given } = app;
  const { id } = await given.event();
  await given.event();
  for (let n = 0; n < 2; n += 1) {
    await given.venue();
    await given.organizer();
    await given.category();
    await given.tag();
    await app.api.as(given.editor()).post('/feeds', { name: 'Mine' });
  }
  const ticket = await given.ticket({ capacity: 5 }, id);
  for (let n = 0; n < 2; n += 1) await given.attendee(ticket);
});
afterAll(() => app.close());

/** Two images with these differences. */
const images = (columns: string, first: string, second: string): string =>
  `INSERT INTO images (author_id, mime_type, filesize, sizes, ${columns}) VALUES (1, 'image/png', 1, '{}', ${first}), (1, 'image/png', 1, '{}', ${second})`;

/** Rules of each kind of record. */
const ofRecords = (table: string, name: string): [string, ...string[]][] => [
  [`${table}_${name}_is_given`, `UPDATE ${table} SET ${name} = ''`],
  [`${table}_slug_key`, `UPDATE ${table} SET slug = 'same'`],
  [`${table}_status_is_known`, `UPDATE ${table} SET status = 'hidden'`],
  [`${table}_trash_is_dated`, `UPDATE ${table} SET status = 'trash'`],
  [`${table}_trash_is_dated`, `UPDATE ${table} SET trashed_at = now()`],
];

/** A statement for each constraint that only this one refuses. */
const REFUSED: [constraint: string, ...statements: string[]][] = [
  ...ofRecords('events', 'title'),
  ...ofRecords('venues', 'name'),
  ...ofRecords('organizers', 'name'),
  ['attendees_checked_in_are_going', `UPDATE attendees SET status = 'cancelled', checked_in_at = now()`],
  ['attendees_email_is_given', `UPDATE attendees SET email = ''`],
  [
    'attendees_going_key',
    `UPDATE attendees SET email = 'ann@x.test' WHERE id = (SELECT min(id) FROM attendees)`,
    `UPDATE attendees SET email = 'ANN@x.test' WHERE id = (SELECT max(id) FROM attendees)`,
  ],
  ['attendees_name_is_given', `UPDATE attendees SET name = ''`],
  ['attendees_status_is_known', `UPDATE attendees SET status = 'undecided'`],
  ['change_feed_is_single', `INSERT INTO change_feed (single) VALUES (false)`],
  ['changes_kind_is_known', `INSERT INTO changes (kind, record_id) VALUES ('ticket', 1)`],
  ['events_end_is_not_before_start', `UPDATE events SET ends_at = starts_at - interval '1 second'`],
  ['events_event_status_is_known', `UPDATE events SET event_status = 'moved'`],
  ['events_replacement_is_single', `UPDATE events SET rrule = 'FREQ=DAILY', recurrence_start = starts_local`],
  ['events_sequence_counts', `UPDATE events SET sequence = -1`],
  [
    'events_series_key',
    `UPDATE events SET series_id = (SELECT min(id) FROM events), recurrence_start = '2031-05-01 10:00'`,
  ],
  ['events_uid_is_given', `UPDATE events SET uid = ''`],
  ['events_uid_is_given', `UPDATE events SET uid = repeat('é', 500) || 'e'`],
  ['events_uid_key', `UPDATE events SET uid = 'same'`],
  ['feeds_name_is_given', `UPDATE feeds SET name = ''`],
  ['feeds_token_hash_key', `UPDATE feeds SET token_hash = 'same'`],
  ['images_height_is_there', images('path, width, height', `'a', 1, 1`, `'b', 1, 0`)],
  ['images_path_key', images('path, width, height', `'a', 1, 1`, `'a', 2, 2`)],
  ['images_source_url_key', images('source_url, path, width, height', `'u', 'a', 1, 1`, `'u', 'b', 1, 1`)],
  ['images_width_is_there', images('path, width, height', `'a', 1, 1`, `'b', 0, 1`)],
  [
    'job_runs_unfinished_key',
    `INSERT INTO job_runs (kind, subject, created_by, input, state) VALUES ('a', 1, 1, '{}', 'waiting'), ('a', 1, 2, '{}', 'running')`,
  ],
  [
    'occurrences_event_start_key',
    `INSERT INTO occurrences (event_id, starts_local, ends_local, during) SELECT event_id, starts_local, ends_local + interval '1 hour', during FROM occurrences`,
  ],
  ['terms_kind_is_known', `UPDATE terms SET kind = 'genre'`],
  ['terms_kind_slug_key', `UPDATE terms SET slug = 'same'`],
  ['terms_name_is_given', `UPDATE terms SET name = ''`],
  ['terms_parent_is_another', `UPDATE terms SET parent_id = id WHERE kind = 'category'`],
  ['terms_slug_is_given', `UPDATE terms SET slug = ''`],
  [
    'terms_tags_are_flat',
    `UPDATE terms SET parent_id = (SELECT min(id) FROM terms WHERE kind = 'tag') WHERE kind = 'tag' AND id > (SELECT min(id) FROM terms WHERE kind = 'tag')`,
  ],
  ['tickets_are_not_oversold', `UPDATE tickets SET sold = capacity + 1`],
  ['tickets_capacity_is_not_negative', `UPDATE tickets SET per_occurrence = true, capacity = -1`],
  ['tickets_checked_in_are_sold', `UPDATE tickets SET checked_in = sold + 1`],
  ['tickets_checked_in_are_sold', `UPDATE tickets SET checked_in = -1`],
  ['tickets_name_is_given', `UPDATE tickets SET name = ''`],
  ['tickets_price_is_not_negative', `UPDATE tickets SET price = -0.01`],
  [
    'tickets_sale_ends_after_its_start',
    `UPDATE tickets SET available_from = now(), available_until = now() - interval '1 second'`,
  ],
  [
    'tickets_sold_is_not_negative',
    `ALTER TABLE tickets DROP CONSTRAINT tickets_checked_in_are_sold`,
    `UPDATE tickets SET sold = -1`,
  ],
  ['venues_geo_lat_is_on_earth', `UPDATE venues SET geo_lat = 90.01, geo_lng = 0`],
  ['venues_geo_lat_is_on_earth', `UPDATE venues SET geo_lat = -90.01, geo_lng = 0`],
  ['venues_geo_lng_is_on_earth', `UPDATE venues SET geo_lat = 0, geo_lng = 180.01`],
  ['venues_geo_lng_is_on_earth', `UPDATE venues SET geo_lat = 0, geo_lng = -180.01`],
  ['venues_place_is_whole', `UPDATE venues SET geo_lat = 1, geo_lng = NULL`],
  ['venues_place_is_whole', `UPDATE venues SET geo_lat = NULL, geo_lng = 1`],
];

describe('the database', () => {
  it.each(REFUSED)('by %s refuses %s', async (constraint, ...statements) => {
    expect(await refusedBy(app.database.source, statements)).toBe(constraint);
  });

  it('has no constraint that is not among these', async () => {
    expect(await constraintsOf(app.database.source)).toEqual([...new Set(REFUSED.map(([name]) => name))].sort());
  });
});
