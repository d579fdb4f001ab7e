import { pathToFileURL } from 'node:url';
import { cloneDatabase, TestApi } from '@almanac/testing';
import { migrate } from '@almanac/database';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { readCalendarSettings } from '../../apps/calendar-service/src/config';
import { calendarDataSource } from '../../apps/calendar-service/src/data-source';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { idOf, textAt } from '../../apps/content-service/src/testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../apps/content-service/src/testing/content-app';
import type { Person } from '../../apps/content-service/src/testing/given';

const EVENTS = '/calendar/events/v1/events';
const EVENT = { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };

let content: ContentApp;
let app: NestExpressApplication;
let calendar: TestApi;
let drop: () => Promise<void>;
let owner: Person;
beforeEach(async () => {
  owner = await content.given.user({ permissions: ['event-create', 'event-publish', 'book-view-all'] });
});
beforeAll(async () => {
  content = await startContent();
  const clone = await cloneDatabase('calendar', async (url) => {
    const source = await calendarDataSource({ databaseUrl: url, databasePoolSize: 2 }).initialize();
    await migrate(source).finally(() => source.destroy());
  });
  drop = () => clone.drop();
  app = await createCalendarApp(
    readCalendarSettings({
      CALENDAR_DATABASE_URL: clone.url,
      CONTENT_URL: content.api.baseUrl,
      STORAGE_URL: pathToFileURL(content.storage).href,
      SERVICE_SECRET,
      LOG_LEVEL: 'error',
      API_REQUESTS_PER_MIN: '1000000',
    }),
  );
  await app.listen(0, '127.0.0.1');
  calendar = new TestApi(await app.getUrl());
});
afterAll(async () => {
  await app.close();
  await content.close();
  await drop();
});

async function token(scopes: string[] | null = null) {
  const tokens = `/api/users/${owner.id}/tokens`;
  const { body } = await content.api.as(owner).post(tokens, { name: 'Script', scopes });
  return {
    id: idOf(body),
    path: `${tokens}/${idOf(body)}`,
    token: `${textAt(body, 'token_id')}:${textAt(body, 'secret')}`,
  };
}

/** Asks both services with a token until both refuse it. Returns for each how long after `since` it last served it, in milliseconds. */
async function lastServed(caller: { token: string }, since: number) {
  const last = { content: 0, calendar: 0 };
  const ask = async (service: keyof typeof last, status: () => Promise<number>) => {
    for (;;) {
      const asked = performance.now();
      if ((await status()) !== 200) return;
      last[service] = asked - since;
    }
  };
  await Promise.all([
    ask('content', async () => (await content.api.as(caller).get('/api/books')).status),
    ask('calendar', async () => (await calendar.as(caller).get(EVENTS)).status),
  ]);
  return last;
}

const TRUSTED_FOR_MS = 1_000;

type Made = Awaited<ReturnType<typeof token>>;

describe('a recently used token', () => {
  it.each<[what: string, change: (made: Made) => Promise<unknown>]>([
    ['is revoked', ({ path }) => content.api.as(owner).delete(path)],
    ['expires', ({ path }) => content.api.as(owner).put(path, { expires_at: '2020-01-01' })],
    // Deleted in the database, as another replica would do, so the tested process gets no notice.
    ['is revoked elsewhere', ({ id }) => content.database.query('DELETE FROM api_tokens WHERE id = $1', [id])],
    ['loses its user', () => content.database.query('DELETE FROM users WHERE id = $1', [owner.id])],
  ])('is refused by both services within a second after it %s', async (_what, change) => {
    const made = await token();
    expect((await calendar.as(made).get(EVENTS)).status).toBe(200);
    expect((await content.api.as(made).get('/api/books')).status).toBe(200);
    await change(made);
    const last = await lastServed(made, performance.now());
    expect(last.content).toBeLessThan(TRUSTED_FOR_MS);
    expect(last.calendar).toBeLessThan(TRUSTED_FOR_MS);
  });
});

it('the calendar refuses a revoked token that content-service still caches', async () => {
  const made = await token();
  expect((await content.api.as(made).get('/api/books')).status).toBe(200);
  await content.database.query('DELETE FROM api_tokens WHERE id = $1', [made.id]);
  expect((await calendar.as(made).get(EVENTS)).status).toBe(401);
});

it('the calendar enforces the scopes of a token', async () => {
  const post = async (scopes: string[] | null) => (await calendar.as(await token(scopes)).post(EVENTS, EVENT)).status;
  expect(await post(null)).toBe(201);
  expect(await post(['write'])).toBe(201);
  expect(await post(['event-create'])).toBe(201);
  expect(await post(['read'])).toBe(403);
  expect(await post(['book-view-all'])).toBe(403);
  expect((await calendar.as(await token(['read'])).get(EVENTS)).status).toBe(200);
});
