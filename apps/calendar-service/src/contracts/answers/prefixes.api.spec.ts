import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

/** A request as the gateway forwards it. */
function called(prefix: string, method: string, path: string, who: { token?: string } = {}) {
  const authorization = who.token === undefined ? undefined : { authorization: `Token ${who.token}` };
  return app.api.atRoot({ 'x-forwarded-prefix': prefix, ...authorization }).send(method, `/${NAMESPACE}${path}`);
}

const ROOT = 'https://calendar.example/rest/fairs/v1';

describe('with another X-Forwarded-Prefix', () => {
  it('API URLs begin with the prefix, and public pages do not', async () => {
    const category = await app.given.category();
    await app.given.event({ categories: [category.id] });
    await app.given.event();
    const { body } = await called('/rest/fairs/v1', 'GET', '/events?starts_after=2031-01-01&per_page=1');
    expect(body).toMatchObject({
      rest_url: expect.stringContaining(`${ROOT}/events/?`),
      next_rest_url: expect.stringContaining(`${ROOT}/events/?`),
      events: [
        {
          rest_url: expect.stringContaining(`${ROOT}/events/`),
          url: expect.stringContaining('https://calendar.example/event/'),
          categories: [{ urls: { collection: `${ROOT}/categories` } }],
        },
      ],
    });
    expect((await called('/rest/fairs/v1', 'GET', '/venues/changes')).body).toMatchObject({
      rest_url: `${ROOT}/venues/changes?per_page=50`,
    });
  });

  it('the index and the API description use the prefix', async () => {
    expect((await called('/rest/fairs/v1', 'GET', '')).body).toMatchObject({
      namespace: 'rest/fairs/v1',
      routes: { '/rest/fairs/v1/events': { _links: { self: [{ href: `${ROOT}/events` }] } } },
      _links: { up: [{ href: 'https://calendar.example/' }] },
    });
    expect((await called('/wp/rest/fairs/v1', 'GET', '')).body).toMatchObject({
      namespace: 'rest/fairs/v1',
      _links: { up: [{ href: 'https://calendar.example/wp/' }] },
    });
    expect((await called('/rest/fairs/v1', 'GET', '/doc')).body).toMatchObject({ servers: [{ url: `${ROOT}/` }] });
  });

  it.each([
    ['GET', '/events/by-slug/none', 400],
    ['DELETE', '/events/by-slug/none', 400],
    ['PATCH', '/events/by-slug/none', 404],
    ['GET', '/venues/by-slug/none', 400],
    ['PATCH', '/organizers/by-slug/none', 400],
    ['DELETE', '/venues/by-slug/none', 400],
    ['GET', '/venues/4711', 404],
  ])('%s %s returns %s', async (method, path, status) => {
    const editor = app.given.editor();
    const answer = await called('/rest/fairs/v1', method, path, editor);
    expect(answer.status).toBe(status);
    if (status === 400)
      expect(answer.body).toMatchObject({
        code: 'rest_invalid_param',
        data: { params: { slug: 'Invalid parameter.' } },
      });
    expect((await app.api.as(editor).send(method, path)).status).toBe(404);
  });

  it('an invalid prefix is ignored', async () => {
    const { body } = await called('//evil.example', 'GET', '/events');
    expect(body).toMatchObject({
      rest_url: expect.stringContaining('https://calendar.example/calendar/events/v1/events/'),
    });
  });
});

describe('a client of the reference', () => {
  const sending = (authorization: string) =>
    app.api.atRoot({ 'x-forwarded-prefix': '/wp-json/tribe/events/v1', authorization }).post(`/${NAMESPACE}/events`, {
      title: 'Fair',
      start_date: '2031-05-01 10:00',
      end_date: '2031-05-01 11:00',
    });
  const tokenOf = ({ id }: { id: number }) => `${String(id).padStart(32, '0')}:${'s'.repeat(32)}`;

  it.each([
    ['a user name and a token as its password', (token: string) => `Basic ${btoa(`ann:${token}`)}`],
    ['a token as its user name and password', (token: string) => `Basic ${btoa(token)}`],
    ['a token as bearer', (token: string) => `Bearer ${token}`],
  ])('creates an event with %s', async (_what, headerOf) => {
    expect((await sending(headerOf(tokenOf(app.given.editor())))).status).toBe(201);
  });

  it('gets 401 with the scheme Token for a password', async () => {
    const { status, headers, body } = await sending(`Basic ${btoa('ann:password')}`);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Token']);
    expect(body).toMatchObject({
      message: 'An authorization token was found on the request but the format appeared incorrect',
    });
  });
});
