import { pathToFileURL } from 'node:url';
import { cloneDatabase, nonEmpty, sendRaw, TestApi, VisitingBrowser } from '@almanac/testing';
import { migrate } from '@almanac/database';
import { Logger } from '@nestjs/common';
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

const sql = (text: string, ...parameters: unknown[]) => content.database.query<{ id: number }>(text, parameters);
const roleOf = async () => (await sql('SELECT role_id AS id FROM user_roles WHERE user_id = $1', owner.id))[0]?.id ?? 0;

describe('a recently used token', () => {
  it.each<[what: string, change: (made: Made) => Promise<unknown>, refusal: number]>([
    ['is revoked', ({ path }) => content.api.as(owner).delete(path), 401],
    ['expires', ({ path }) => content.api.as(owner).put(path, { expires_at: '2020-01-01' }), 403],
    ['is deleted in the database', ({ id }) => sql('DELETE FROM api_tokens WHERE id = $1', id), 401],
    ['expires in the database', ({ id }) => sql('UPDATE api_tokens SET expires_at = now() WHERE id = $1', id), 403],
    ['gets another secret', ({ id }) => sql(`UPDATE api_tokens SET secret_hash = sha256('') WHERE id = $1`, id), 401],
    ['gets another id', ({ id }) => sql('UPDATE api_tokens SET token_id = id WHERE id = $1', id), 401],
    [
      'goes to a user without access',
      async ({ id }) =>
        sql('UPDATE api_tokens SET user_id = $2 WHERE id = $1', id, (await content.given.user({ api: false })).id),
      403,
    ],
    ['loses its user', () => admin.delete(`/api/users/${owner.id}`), 401],
    ['loses its user in the database', () => sql('DELETE FROM users WHERE id = $1', owner.id), 401],
    ['loses the roles of its user', () => admin.put(`/api/users/${owner.id}`, { roles: [] }), 403],
    ['loses them in the database', () => sql('DELETE FROM user_roles WHERE user_id = $1', owner.id), 403],
    [
      'gets another role instead of them',
      async () =>
        sql('UPDATE user_roles SET role_id = $2 WHERE user_id = $1', owner.id, (await content.given.role()).id),
      403,
    ],
    ['loses its role', async () => admin.delete(`/api/roles/${await roleOf()}`), 403],
    ['loses its role in the database', async () => sql('DELETE FROM roles WHERE id = $1', await roleOf()), 403],
    [
      'loses a permission of the role',
      async () => admin.put(`/api/roles/${await roleOf()}`, { permissions: ['book-view-all'] }),
      403,
    ],
    [
      'loses it in the database',
      async () => sql(`DELETE FROM role_permissions WHERE permission = 'access-api' AND role_id = $1`, await roleOf()),
      403,
    ],
  ])('is refused by the next request to every process after it %s', async (_what, change, refusal) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      owner = await content.given.user({ permissions: ['book-view-all'] });
      const made = await token();
      expect(await statuses(made)).toEqual([200, 200, 200, 200]);
      await change(made);
      expect(await statuses(made)).toEqual([refusal, refusal, refusal, refusal]);
    }
  });

  it('is limited by the next request to every process after its scopes', async () => {
    owner = await content.given.user({ permissions: ['book-create-all', 'event-create'] });
    const made = await token();
    const writes = () =>
      Promise.all([
        ...[content.api, otherContent.api].map(async (api) => (await api.as(made).post('/api/books', {})).status),
        ...calendars.map(async (calendar) => (await calendar.as(made).post(EVENTS, EVENT)).status),
      ]);
    expect(await writes()).toEqual([422, 422, 201, 201]);
    await content.api.as(owner).put(made.path, { scopes: ['read'] });
    expect(await writes()).toEqual([403, 403, 403, 403]);
    await sql(`UPDATE api_tokens SET scopes = '{write}' WHERE id = $1`, made.id);
    expect(await writes()).toEqual([422, 422, 201, 201]);
  });
});

describe('a visitor without an account', () => {
  const GUEST = `(SELECT id FROM roles WHERE system_name = 'public')`;
  const pages = () =>
    Promise.all(
      [content.api, otherContent.api].map(async (api) => (await new VisitingBrowser(api).get(`/books/${slug}`)).status),
    );
  let slug: string;
  beforeEach(async () => {
    ({ slug } = await content.given.book());
    await sql(`INSERT INTO role_permissions VALUES (${GUEST}, 'book-view-all') ON CONFLICT DO NOTHING`);
    await sql(
      `INSERT INTO user_roles SELECT id, ${GUEST} FROM users WHERE system_name = 'public' ON CONFLICT DO NOTHING`,
    );
    await admin.put('/api/settings', { public_access: true });
  });
  afterAll(() => admin.put('/api/settings', { public_access: false }));

  it.each<[what: string, change: () => Promise<unknown>, refusal: number]>([
    ['the site is closed', () => admin.put('/api/settings', { public_access: false }), 303],
    ['the site is closed in the database', () => sql(`DELETE FROM settings WHERE name = 'app-public'`), 303],
    ['visitors lose a permission', () => sql(`DELETE FROM role_permissions WHERE role_id = ${GUEST}`), 404],
    ['visitors lose their role', () => sql(`DELETE FROM user_roles WHERE role_id = ${GUEST}`), 404],
  ])('is refused by the next request to every process after %s', async (_what, change, refusal) => {
    expect(await pages()).toEqual([200, 200]);
    expect(await pages()).toEqual([200, 200]);
    await change();
    expect(await pages()).toEqual([refusal, refusal]);
  });
});

it('pages of each calendar process show a changed name of the site', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const name = `Harbour ${round}`;
    expect((await admin.put('/api/settings', { app_name: name })).status).toBe(200);
    for (const calendar of nonEmpty(calendars))
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

describe('credentials that no token can have', () => {
  const MALFORMED = 'An authorization token was found on the request but the format appeared incorrect';
  const UNKNOWN = 'No matching API token was found for the provided authorization token';
  const WRONG_SECRET = 'The secret provided for the given used API token is incorrect';
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  const LONG = 'x'.repeat(8_000);

  /** Values of the header, or of several headers, with the refusal of both services. */
  const shapesFor = ({ token }: { token: string }): [headers: string[], message: string][] => {
    const [id = '', secret = ''] = token.split(':');
    return [
      ...['Token :', 'Token a:', 'Token :b', 'Token  :x', 'Token ::', 'Token : :', 'Token \t:\t', 'Token\u00a0:'].map(
        (header): [string[], string] => [[header], header.startsWith('Token ') ? UNKNOWN : MALFORMED],
      ),
      [[`Token  ${token}`], UNKNOWN],
      [[`Token ${id}\t:${secret}`], UNKNOWN],
      [[`Token ${LONG}:b`], UNKNOWN],
      [[`Token \u00e9\u00ff${'\u00f8'.repeat(7_000)}:b`], UNKNOWN],
      [['Token \u0080\u009f:b'], UNKNOWN],
      [['Token a:b', 'Token c:d'], UNKNOWN],
      [['Token :', `Token ${token}`], UNKNOWN],
      [['Bearer a:b', `Token ${token}`], MALFORMED],
      ...[
        '',
        ' ',
        '\t',
        '\u00a0',
        '\u00e9',
        'x',
        LONG,
        ` ${secret}`,
        `${secret} `,
        `${secret}\t`,
        `${secret}\u00a0`,
      ].map((wrong): [string[], string] => [[`Token ${id}:${wrong}:more`], WRONG_SECRET]),
      ...['Token', 'Token ab', `Token ${LONG}`, 'Token'.repeat(1_600)].map((header): [string[], string] => [
        [header],
        MALFORMED,
      ]),
      ...['Bearer', 'Bearer :', 'Bearer a:', 'Bearer :b', `Bearer ${id}:`, `Bearer :${secret}`, `Bearer ${LONG}`].map(
        (header): [string[], string] => [[header], MALFORMED],
      ),
      ...[':', 'a:', ':b', ' : ', '\0:\0', `${id}:`, `:${secret}`, `${id}:${secret}\0`, `${LONG.slice(0, 5_900)}:`].map(
        (text): [string[], string] => [[`Basic ${base64(text)}`], MALFORMED],
      ),
      ...['Basic', 'Basic =', 'Basic \u00e9', `Basic ${LONG}`].map((header): [string[], string] => [
        [header],
        MALFORMED,
      ]),
    ];
  };

  /** The status and the message of each process for a request with these headers. */
  const answersTo = (headers: readonly string[]) =>
    Promise.all(
      [
        [content.api.baseUrl, '/api/books'],
        [otherContent.api.baseUrl, '/api/books'],
        ...calendars.map(({ baseUrl }) => [baseUrl, EVENTS]),
      ].map(async ([base = '', path = '']) => {
        const lines = headers.map((value) => `Authorization: ${value}\r\n`).join('');
        const head = Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n${lines}\r\n`, 'latin1');
        const answer = await sendRaw(base, head);
        return { status: Number(answer.split(' ')[1]), message: /"message":"([^"]*)"/.exec(answer)?.[1] };
      }),
    );

  it('get the same refusal from each process of both services, without a warning', async () => {
    const warnings = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    try {
      const made = await token();
      for (const [headers, message] of nonEmpty(shapesFor(made))) {
        const refusal = { status: 401, message };
        expect({ headers, answers: await answersTo(headers) }).toEqual({
          headers,
          answers: [refusal, refusal, refusal, refusal],
        });
      }
      expect(warnings.mock.calls).toEqual([]);
      expect(await statuses(made)).toEqual([200, 200, 200, 200]);
    } finally {
      warnings.mockRestore();
    }
  });

  it('never make the calendar accept a token that is deleted meanwhile', async () => {
    const shapes = shapesFor(await token()).map(([headers]) => headers);
    for (let round = 0; round < 20; round += 1) {
      const made = await token();
      expect(await statuses(made)).toEqual([200, 200, 200, 200]);
      const before = shapes.map(answersTo);
      await Promise.race(before);
      const meanwhile = [content.api.as(owner).delete(made.path), ...shapes.map(answersTo)];
      await Promise.all([...before, ...meanwhile]);
      expect(await statuses(made)).toEqual([401, 401, 401, 401]);
    }
  });
});
