import { createServer, type ServerResponse } from 'node:http';
import { SERVICE_SECRET_HEADER } from '@almanac/auth';
import type { JobsReport } from '@almanac/jobs';
import { type TestApi, until } from '@almanac/testing';
import { each, member, problem } from '../../testing/answers';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../testing/content-app';
import { loggedIn } from '../../testing/logged-in';

const at = new Date('2041-05-01T10:00:00Z');
const idle = {
  isPeriodic: true,
  waiting: 0,
  waitSeconds: 0,
  running: 0,
  nextAt: null,
  lastEndedAt: at,
  lastFailure: null,
};
const REPORT: JobsReport = {
  queues: [{ ...idle, name: 'calendar.work', failed: 1 }],
  failed: {
    total: 1,
    rows: [{ id: 'job-1', queue: 'calendar.work', attempts: 3, reason: 'No luck', createdAt: at, failedAt: at }],
  },
};
const UNAVAILABLE = problem(503, 'The calendar service does not answer. Try again in a moment.');

const requests: string[] = [];
const answered = (request: string, response: ServerResponse): void => {
  if (request === 'GET /internal/jobs') response.writeHead(200).end(JSON.stringify(REPORT));
  else response.writeHead(request === 'POST /internal/jobs/job-1/retry' ? 204 : 404).end();
};
let answer = answered;
const calendar = createServer(({ method, url, headers }, response) => {
  const request = `${method} ${url}`;
  requests.push(request);
  if (headers[SERVICE_SECRET_HEADER] === SERVICE_SECRET) answer(request, response);
  else response.writeHead(403).end();
});

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  await new Promise<void>((resolve) => calendar.listen(0, '127.0.0.1', resolve));
  const address = calendar.address();
  if (typeof address !== 'object' || address === null) throw new Error('the calendar does not listen');
  app = await startContent({ CALENDAR_URL: `http://127.0.0.1:${address.port}` });
  api = app.api.as(await app.given.user({ permissions: ['settings-manage'] }));
});
afterEach(() => {
  answer = answered;
});
afterAll(async () => {
  await app.close();
  calendar.closeAllConnections();
  await new Promise((resolve) => calendar.close(resolve));
});
const fail = (response: ServerResponse) => void response.writeHead(500).end();

describe('GET /api/jobs', () => {
  it('returns the queues and the failed jobs of both services', async () => {
    const { status, body } = await api.get('/api/jobs');
    expect([status, each(body, 'service', 'services'), each(body, 'answers', 'services')]).toEqual([
      200,
      ['content', 'calendar'],
      [true, true],
    ]);
    expect(each(body, 'name', 'services.0.queues')).toContain('web-sessions.prune');
    expect(member(body, 'services.1')).toMatchObject({
      queues: [{ name: 'calendar.work', periodic: true, failed: 1, last_ended_at: '2041-05-01T10:00:00.000000Z' }],
      failed_total: 1,
      failed: [{ id: 'job-1', queue: 'calendar.work', attempts: 3, reason: 'No luck' }],
    });
  });

  it('marks the calendar as silent while it does not answer', async () => {
    answer = (_request, response) => fail(response);
    const { status, body } = await api.get('/api/jobs');
    expect([status, each(body, 'answers', 'services')]).toEqual([200, [true, false]]);
    expect(member(body, 'services.1')).toMatchObject({ queues: [], failed: [], failed_total: 0 });
  });
});

it('a job that failed for a value does not show the value', async () => {
  const working = await startContent({ RUN_JOBS: 'true' });
  try {
    const caller = working.api.as(await working.given.admin());
    const hook = { name: 'Hook', endpoint: 'https://hooks.example', events: ['book_create'] };
    expect((await caller.post('/api/webhooks', hook)).status).toBe(200);
    await working.database.query(
      `ALTER TABLE webhook_deliveries ADD CONSTRAINT no_book CHECK (event <> 'book_create')`,
    );
    await caller.post('/api/books', { name: 'Unspeakable' });
    const failed = async () => (await caller.get('/api/jobs')).body;
    await until(async () => member(await failed(), 'services.0.failed_total') === 1);
    const { reason } = Object(member(await failed(), 'services.0.failed.0'));
    expect(reason).toContain('violates check constraint "no_book"');
    expect(JSON.stringify(await failed())).not.toContain('Unspeakable');
    const rows = await working.database.query('SELECT job FROM jobs.job');
    expect(JSON.stringify(rows)).toContain('no_book');
    expect(JSON.stringify(rows)).not.toContain('Unspeakable');
  } finally {
    await working.close();
  }
});

describe('POST /api/jobs/{service}/{job}/retry', () => {
  it('retries a failed job of the calendar', async () => {
    expect((await api.post('/api/jobs/calendar/job-1/retry')).status).toBe(204);
    expect(requests.at(-1)).toBe('POST /internal/jobs/job-1/retry');
  });

  it.each(['content', 'calendar'])('returns 404 for an unknown job of the service %s', async (service) => {
    expect(await api.post(`/api/jobs/${service}/unknown/retry`)).toMatchObject({
      status: 404,
      body: problem(404, 'Failed job not found'),
    });
  });

  it('returns 404 for an id with NUL', async () => {
    expect((await api.post('/api/jobs/content/%00/retry')).status).toBe(404);
  });

  it('returns 404 for an unknown service', async () => {
    expect((await api.post('/api/jobs/mail/job-1/retry')).status).toBe(404);
  });

  it.each([400, 414, 422])('returns 404 for an id that the calendar refuses with %i', async (status) => {
    answer = (_request, response) => response.writeHead(status).end();
    expect((await api.post('/api/jobs/calendar/%C2%A0/retry')).status).toBe(404);
  });

  it('returns 503 while the calendar does not answer', async () => {
    answer = (_request, response) => fail(response);
    expect(await api.post('/api/jobs/calendar/job-1/retry')).toMatchObject({ status: 503, body: UNAVAILABLE });
  });
});

describe('the page of the jobs', () => {
  it('shows the calendar too, and retries its jobs', async () => {
    const browser = await loggedIn(app, await app.given.admin());
    expect((await browser.get('/settings/jobs')).text).toContain('No luck');
    const { headers } = await browser.submit('/settings/jobs', {}, '/settings/jobs/calendar/job-1/retry');
    expect(headers.get('location')).toBe('/settings/jobs');
    answer = (_request, response) => fail(response);
    expect((await browser.get('/settings/jobs')).text).toContain('The calendar service does not answer.');
  });
});
