import { pathToFileURL } from 'node:url';
import { cloneDatabase, TestApi } from '@almanac/testing';
import { migrate } from '@almanac/database';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readCalendarSettings } from '../../apps/calendar-service/src/config';
import { calendarDataSource } from '../../apps/calendar-service/src/data-source';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { idOf, textAt } from '../../apps/content-service/src/testing/answers';
import { startAnother } from '../../apps/content-service/src/testing/another-process';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../apps/content-service/src/testing/content-app';
import type { Person } from '../../apps/content-service/src/testing/given';

const EVENTS = '/calendar/events/v1/events';
const EVENT = { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };

/** Of each change: 20 in all. */
const ROUNDS = 4;

let content: ContentApp;
let otherContent: Awaited<ReturnType<typeof startAnother>>;
/** Two processes on one database. Each asks another process of content-service. */
let apps: NestExpressApplication[];
let calendars: TestApi[];
let drop: () => Promise<void>;
let owner: Person;
let admin: TestApi;
beforeEach(async () => {
  owner = await content.given.user({ permissions: ['event-create', 'event-publish', 'book-view-all'] });
});
beforeAll(async () => {
  content = await startContent();
  admin = content.api.as(await content.given.admin());
  otherContent = await startAnother(content);
  const clone = await cloneDatabase('calendar', async (url) => {
    const source = await calendarDataSource({ databaseUrl: url, databasePoolSize: 2 }).initialize();
    await migrate(source).finally(() => source.destroy());
  });
  drop = () => clone.drop();
  apps = await Promise.all([content.api, otherContent.api].map(({ baseUrl }) => startCalendar(clone.url, baseUrl)));
  calendars = await Promise.all(apps.map(async (app) => new TestApi(await app.getUrl())));
});
afterAll(async () => {
  await Promise.all(apps.map((app) => app.close()));
  await otherContent.close();
  await content.close();
  await drop();
});

async function startCalendar(databaseUrl: string, contentUrl: string): Promise<NestExpressApplication> {
  const app = await createCalendarApp(
    readCalendarSettings({
      CALENDAR_DATABASE_URL: databaseUrl,
      CONTENT_URL: contentUrl,
      STORAGE_URL: pathToFileURL(content.storage).href,
      SERVICE_SECRET,
      LOG_LEVEL: 'error',
      API_REQUESTS_PER_MIN: '1000000',
    }),
  );
  await app.listen(0, '127.0.0.1');
  return app;
}

async function token(scopes: string[] | null = null) {
  const tokens = `/api/users/${owner.id}/tokens`;
  const { body } = await content.api.as(owner).post(tokens, { name: 'Script', scopes });
  return {
    id: idOf(body),
    path: `${tokens}/${idOf(body)}`,
    token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}`,
  };
}

type Made = Awaited<ReturnType<typeof token>>;

/** The statuses of one request to each process of both services. */
const statuses = (caller: { token: string }): Promise<number[]> =>
  Promise.all([
    ...[content.api, otherContent.api].map(async (api) => (await api.as(caller).get('/api/books')).status),
    ...calendars.map(async (calendar) => (await calendar.as(caller).get(EVENTS)).status),
  ]);

describe('a recently used token', () => {
  it.each<[what: string, change: (made: Made) => Promise<unknown>, refusal: number]>([
    ['is revoked', ({ path }) => content.api.as(owner).delete(path), 401],
    ['expires', ({ path }) => content.api.as(owner).put(path, { expires_at: '2020-01-01' }), 403],
    [
      'is deleted in the database',
      ({ id }) => content.database.query('DELETE FROM api_tokens WHERE id = $1', [id]),
      401,
    ],
    ['loses its user', () => admin.delete(`/api/users/${owner.id}`), 401],
    ['loses the roles of its user', () => admin.put(`/api/users/${owner.id}`, { roles: [] }), 403],
  ])('is refused by the next request to every process after it %s', async (_what, change, refusal) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      owner = await content.given.user({ permissions: ['book-view-all'] });
      const made = await token();
      expect(await statuses(made)).toEqual([200, 200, 200, 200]);
      await change(made);
      expect(await statuses(made)).toEqual([refusal, refusal, refusal, refusal]);
    }
  });
});

it('pages of each calendar process show a changed name of the site', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `Harbour ${round}`;
    expect((await admin.put('/api/settings', { app_name: name })).status).toBe(200);
    for (const calendar of calendars)
      expect((await calendar.with({ accept: 'text/html' }).get('/events')).text).toContain(name);
  }
});

it('the calendar refuses a revoked token that content-service has cached', async () => {
  const made = await token();
  expect((await content.api.as(made).get('/api/books')).status).toBe(200);
  await content.database.query('DELETE FROM api_tokens WHERE id = $1', [made.id]);
  expect((await calendars[0]?.as(made).get(EVENTS))?.status).toBe(401);
});

it('the calendar enforces the scopes of a token', async () => {
  const post = async (scopes: string[] | null) =>
    (await calendars[0]?.as(await token(scopes)).post(EVENTS, EVENT))?.status;
  expect(await post(null)).toBe(201);
  expect(await post(['write'])).toBe(201);
  expect(await post(['event-create'])).toBe(201);
  expect(await post(['read'])).toBe(403);
  expect(await post(['book-view-all'])).toBe(403);
  expect((await calendars[0]?.as(await token(['read'])).get(EVENTS))?.status).toBe(200);
});
