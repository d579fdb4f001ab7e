import type { RequestListener } from 'node:http';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const CONTENT = {
  openapi: '3.1.1',
  info: { title: 'Library', description: 'Books.' },
  servers: [{ url: 'https://almanac.example' }],
  tags: [{ name: 'tags' }],
  paths: { '/api/tags': { get: { operationId: 'list', tags: ['tags'] } } },
  components: { schemas: { Error: { type: 'object' }, Same: { type: 'string' } } },
};
const CALENDAR = {
  openapi: '3.1.1',
  servers: [{ url: 'https://almanac.example/calendar/events/v1' }],
  tags: [{ name: 'tags' }],
  paths: {
    '/': { get: { operationId: 'index' } },
    '/tags': { get: { operationId: 'list', tags: ['tags'], schema: { $ref: '#/components/schemas/Error' } } },
  },
  components: { schemas: { Error: { type: 'array' }, Same: { type: 'string' } } },
};

const answering =
  (body: object, status = 200): RequestListener =>
  (_req, res) => {
    res.writeHead(status).end(JSON.stringify(body));
  };

const started = async (content: RequestListener, calendar: RequestListener, settings: Record<string, string> = {}) => {
  const { url } = await startGateway({
    CONTENT_URL: await startUpstream(content),
    CALENDAR_URL: await startUpstream(calendar),
    ...settings,
  });
  return (headers: Record<string, string> = {}) =>
    send(url, '/openapi.json', { headers: { authorization: 'Token a:b', ...headers } });
};

const described = async (content: RequestListener, calendar: RequestListener) => (await started(content, calendar))();

describe('GET /openapi.json', () => {
  it('returns one document for both services, without name collisions', async () => {
    const { status, headers, body } = await described(answering(CONTENT), answering(CALENDAR));
    expect([status, headers['content-type']]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(body)).toEqual({
      ...CONTENT,
      tags: [{ name: 'tags' }, { name: 'calendar-tags' }],
      paths: {
        '/api/tags': { get: { operationId: 'list', tags: ['tags'] } },
        '/calendar/events/v1': { get: { operationId: 'index' } },
        '/calendar/events/v1/tags': {
          get: {
            operationId: 'calendar-list',
            tags: ['calendar-tags'],
            schema: { $ref: '#/components/schemas/CalendarError' },
          },
        },
      },
      components: {
        schemas: { Error: { type: 'object' }, Same: { type: 'string' }, CalendarError: { type: 'array' } },
      },
    });
  });

  it('passes on the refusal of a service with its headers', async () => {
    const refusal = { error: { code: 401, message: 'No authorization token found on the request' } };
    const content: RequestListener = (_req, res) => {
      const headers = { 'WWW-Authenticate': 'Token', 'Content-Type': 'application/json' };
      res.writeHead(401, headers).end(JSON.stringify(refusal));
    };
    const { status, headers, body } = await described(content, answering(CALENDAR));
    expect([status, JSON.parse(body)]).toEqual([401, refusal]);
    expect(headers).toMatchObject({ 'www-authenticate': 'Token', 'content-type': 'application/json' });
  });

  it('returns 304 to a caller who has the current version, and the new version after a change', async () => {
    let content: object = CONTENT;
    const read = await started((req, res) => answering(content)(req, res), answering(CALENDAR));
    const { headers, body } = await read();
    const etag = String(headers.etag);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(await read({ 'if-none-match': etag })).toMatchObject({ status: 304, body: '', headers: { etag } });
    content = { ...CONTENT, info: { title: 'Changed' } };
    const changed = await read({ 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    expect(changed.body).not.toBe(body);
  });

  it('is compressed, and has an entity tag of its own then', async () => {
    const read = await started(answering(CONTENT), answering(CALENDAR));
    const { headers } = await read({ 'accept-encoding': 'gzip' });
    expect(headers).toMatchObject({ 'content-encoding': 'gzip', etag: expect.stringMatching(/~gzip"$/) });
    expect((await read({ 'if-none-match': String(headers.etag) })).status).toBe(304);
  });

  it('names the further prefixes of the calendar', async () => {
    const read = await started(answering(CONTENT), answering(CALENDAR), { CALENDAR_PREFIXES: '/rest/fairs/v1 /dates' });
    expect(JSON.parse((await read()).body)).toMatchObject({
      info: {
        description:
          'Books.\n\nAll paths below `/calendar/events/v1` are served below these prefixes as well: `/rest/fairs/v1`, `/dates`.',
      },
    });
  });

  it('asks the services for JSON, also for a browser that accepts HTML', async () => {
    const received: unknown[] = [];
    const noting =
      (body: object): RequestListener =>
      (req, res) => {
        received.push(req.headers.accept);
        answering(body)(req, res);
      };
    const read = await started(noting(CONTENT), noting(CALENDAR));
    expect((await read({ accept: 'text/html' })).status).toBe(200);
    expect(received).toEqual(['application/json', 'application/json']);
  });

  it('sends the credentials of the caller to both services', async () => {
    const received: unknown[] = [];
    const noting =
      (body: object): RequestListener =>
      (req, res) => {
        received.push(req.headers.authorization);
        answering(body)(req, res);
      };
    await described(noting(CONTENT), noting(CALENDAR));
    expect(received).toEqual(['Token a:b', 'Token a:b']);
  });
});
