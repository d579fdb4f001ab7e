import { freePort } from '@almanac/runtime';
import { interceptLog } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
afterEach(() => app.close());

it('a calendar-service whose SERVICE_SECRET content-service refuses is not ready, and names it in the log', async () => {
  const log = interceptLog();
  try {
    app = await startCalendar({ SERVICE_SECRET: 'another one than content-service has', LOG_LEVEL: 'info' });
    const { status, body } = await app.api.atRoot().get('/readyz');
    expect([status, body]).toMatchObject([503, { status: 'unavailable', checks: { service_secret: 'failing' } }]);
    expect((await app.api.get('/events')).status).toBe(200);
    const lines = (await log.read(app.api.baseUrl))
      .split('\n')
      .filter((line) => line.includes('"not ready: service_secret"'));
    const message = expect.stringMatching(
      /^content-service answers 403 to SERVICE_SECRET: give both services the same value/,
    );
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([{ level: 'warn', err: { message } }]);
  } finally {
    log.restore();
  }
});

it('a calendar-service whose content-service is away is ready', async () => {
  app = await startCalendar({ CONTENT_URL: `http://127.0.0.1:${await freePort()}` });
  const { status, body } = await app.api.atRoot().get('/readyz');
  expect([status, body]).toEqual([
    200,
    { status: 'ok', checks: { database: 'ok', files: 'ok', service_secret: 'ok' } },
  ]);
});
