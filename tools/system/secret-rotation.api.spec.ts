import { INTROSPECTION_PATH, SERVICE_SECRET_HEADER } from '@almanac/auth';
import { JOBS_PATH } from '@almanac/jobs';
import { VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../apps/calendar-service/src/testing/calendar-app';
import { type ContentApp, startContent } from '../../apps/content-service/src/testing/content-app';
import type { Person } from '../../apps/content-service/src/testing/given';

const OLD = 'the old secret of all the services';
const NEW = 'the new secret of all the services';
/** The steps of docs/runbook.md. During a rollout, processes of two neighbouring steps serve together. */
const STEPS = [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`, NEW] as const;
/** The content-service that each calendar-service asks. */
const ASKED = [1, 2, 1, 2] as const;

const contents: ContentApp[] = [];
const calendars: CalendarApp[] = [];
let admin: Person;
beforeAll(async () => {
  for (const SERVICE_SECRET of STEPS)
    contents.push(await startContent({ ...contents[0]?.environment, BASE_URL: 'http://docs.example', SERVICE_SECRET }));
  for (const [step, SERVICE_SECRET] of STEPS.entries())
    calendars.push(
      await startCalendar({
        ...calendars[0]?.environment,
        CONTENT_URL: contentAt(ASKED[step]!).api.baseUrl,
        BASE_URL: 'http://docs.example',
        SERVICE_SECRET,
      }),
    );
  admin = await contentAt(0).given.admin();
});
afterAll(async () => {
  for (const app of [...calendars.reverse(), ...contents.reverse()]) await app.close();
});

const contentAt = (step: number): ContentApp => contents[step]!;
const calendarAt = (step: number): CalendarApp => calendars[step]!;

/** A browser with the cookies of another, at another process. */
function browserAt(step: number, { cookies }: { cookies: ReadonlyMap<string, string> }): VisitingBrowser {
  const browser = new VisitingBrowser(contentAt(step).api);
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

describe('a rotation of SERVICE_SECRET', () => {
  it.each(STEPS.map((secrets, step) => [secrets, STEPS[ASKED[step]!], step] as const))(
    'lets a calendar-service with "%s" verify tokens at a content-service with "%s"',
    async (_calendar, _content, step) => {
      const { status } = await calendarAt(step)
        .api.as(admin)
        .post('/venues', { venue: `Hall ${step}` });
      expect(status).toBe(201);
    },
  );

  it('is no fault for the readiness of the calendar-service', async () => {
    const seen: unknown[] = [];
    for (const calendar of calendars) seen.push((await calendar.api.atRoot().get('/readyz')).body);
    expect(seen).toMatchObject(STEPS.map(() => ({ status: 'ok', checks: { service_secret: 'ok' } })));
  });

  it.each([
    [OLD, [200, 200, 200, 404]],
    [NEW, [404, 200, 200, 200]],
  ])('accepts "%s" at the internal addresses while it is in the setting', async (secret, expected) => {
    const headers = { [SERVICE_SECRET_HEADER]: secret };
    const [id, token] = admin.token.split(':');
    const seen = { content: [] as number[], calendar: [] as number[] };
    for (const step of STEPS.keys()) {
      const { api } = contentAt(step);
      seen.content.push((await api.with(headers).post(INTROSPECTION_PATH, { id, secret: token })).status);
      seen.calendar.push((await calendarAt(step).api.atRoot(headers).get(JOBS_PATH)).status);
    }
    expect(seen).toEqual({ content: expected, calendar: expected });
  });

  it('keeps the sessions of browsers that visit meanwhile, and ends the others', async () => {
    const first = new VisitingBrowser(contentAt(0).api);
    await first.logIn(await contentAt(0).given.password(admin, 'correct horse battery'));
    let browser = browserAt(0, first);
    for (const step of STEPS.keys()) {
      browser = browserAt(step, browser);
      expect([step, (await browser.get('/my-account')).status]).toEqual([step, 200]);
    }
    expect((await browserAt(0, browser).get('/my-account')).headers.get('location')).toContain('/login');
    expect((await browserAt(3, first).get('/my-account')).headers.get('location')).toContain('/login');
  });

  it('keeps cursors of lists until the old secret is removed', async () => {
    for (const name of ['One', 'Two']) await contentAt(0).api.as(admin).post('/api/books', { name });
    const { headers } = await contentAt(0).api.as(admin).get('/api/books?count=1');
    const [, cursor = ''] = /[?&]cursor=([^&>]+)[^>]*>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    const statuses: number[] = [];
    for (const { api } of contents)
      statuses.push((await api.as(admin).get(`/api/books?count=1&cursor=${cursor}`)).status);
    expect([cursor === '', statuses]).toEqual([false, [200, 200, 200, 422]]);
  });
});

it('a calendar-service with the old secret alone is not ready beside a content-service with the new one alone', async () => {
  const late = await startCalendar({
    ...calendarAt(0).environment,
    CONTENT_URL: contentAt(3).api.baseUrl,
    SERVICE_SECRET: OLD,
    LOG_LEVEL: 'silent',
  });
  const { status, body } = await late.api.atRoot().get('/readyz');
  expect([status, body]).toMatchObject([503, { checks: { database: 'ok', service_secret: 'failing' } }]);
  await late.close();
});
