import { nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

/** Inserts events with so many words, which all differ. */
const addEvents = (first: number, last: number, words: number) =>
  app.database.query(
    `WITH added AS (
       INSERT INTO events (author_id, title, slug, status, description, excerpt, timezone, starts_local, ends_local, starts_at, ends_at)
       SELECT 1, 'Regatta ' || n, 'regatta-' || n, 'publish', words, left(words, 300), 'UTC', day, day, day, day
         FROM generate_series($1::int, $2::int) n, LATERAL (SELECT timestamp '2033-01-01' + n * interval '1 hour' AS day) days,
           LATERAL (SELECT string_agg(md5(n || ' ' || word), ' ') AS words FROM generate_series(1, $3::int) word) texts
       RETURNING id, starts_local, ends_local)
     INSERT INTO occurrences (event_id, starts_local, ends_local, during, shown_as)
       SELECT id, starts_local, ends_local, tstzrange(starts_local, ends_local, '[]'), 'publish' FROM added`,
    [first, last, words],
  );

it('a search uses its index, however many new events the index has not sorted in yet', async () => {
  await addEvents(1, 4_000, 1);
  await app.database.query('VACUUM (ANALYZE) events, occurrences');
  const spy = jest.spyOn(app.database, 'query');
  await app.api.get('/events?start_date=2033-01-01&end_date=2033-12-31&search=lighthouse');
  const [sql = '', values] = spy.mock.calls.find(([text]) => text.includes('"$total"')) ?? [];
  spy.mockRestore();
  const plans: string[] = [];
  for (let first = 4_001; first < 4_400; first += 20) {
    await addEvents(first, first + 19, 40);
    plans.push(JSON.stringify(await app.database.query(`EXPLAIN ${sql}`, values)));
  }
  for (const plan of nonEmpty(plans)) expect(plan).toContain('events_search_idx');
});
