import { type TestResponse, withoutDatabase } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());

const answer = ({ status, headers, body }: TestResponse) => ({ status, retryAfter: headers.get('retry-after'), body });

it('every request gets 503 with Retry-After while the database is down, and succeeds afterwards', async () => {
  const editor = app.given.editor();
  const event = await app.given.event();
  const message = 'The data cannot be reached at the moment. Try again in a few seconds.';
  const body = {
    code: 'rest_unavailable',
    message,
    data: { status: 503 },
    error: { code: 503, message, type: 'data-unreachable' },
  };
  await withoutDatabase(app.environment['CALENDAR_DATABASE_URL'] ?? '', async () => {
    for (const request of [
      app.api.get('/events'),
      app.api.get(`/events/${event.id}`),
      app.api.as(editor).post('/venues', { venue: 'Hall' }),
    ])
      expect(answer(await request)).toMatchObject({ status: 503, retryAfter: '5', body });
  });
  expect((await app.api.get(`/events/${event.id}`)).status).toBe(200);
  expect((await app.api.as(editor).post('/venues', { venue: 'Hall' })).status).toBe(201);
});

it('a write gets 507 and changes nothing while the disk of the database is full', async () => {
  await app.database.query(`CREATE FUNCTION disk_full() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`);
  await app.database.query(
    `CREATE TRIGGER disk_full BEFORE INSERT ON venues FOR EACH STATEMENT EXECUTE FUNCTION disk_full()`,
  );
  const api = app.api.as(app.given.editor());
  expect(answer(await api.post('/venues', { venue: 'Too much' }))).toMatchObject({
    status: 507,
    retryAfter: '60',
    body: { code: 'rest_insufficient_storage', data: { status: 507 }, error: { code: 507 } },
  });
  await app.database.query('DROP FUNCTION disk_full CASCADE');
  expect((await api.post('/venues', { venue: 'Too much' })).status).toBe(201);
});
