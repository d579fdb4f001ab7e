import type { RequestListener } from 'node:http';
import { send } from '../testing/client';
import { startGateway, startUpstream, stopAll } from '../testing/servers';

afterEach(stopAll);

const CONTENT = {
  openapi: '3.1.1',
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

const described = async (content: RequestListener, calendar: RequestListener) => {
  const { url } = await startGateway({
    CONTENT_URL: await startUpstream(content),
    CALENDAR_URL: await startUpstream(calendar),
  });
  return send(url, '/openapi.json', { headers: { authorization: 'Token a:b' } });
};

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

  it('passes on the refusal of a service', async () => {
    const refusal = { error: { code: 401, message: 'No authorization token found on the request' } };
    const { status, body } = await described(answering(refusal, 401), answering(CALENDAR));
    expect([status, JSON.parse(body)]).toEqual([401, refusal]);
  });

  it('sends the credentials of the caller to both services', async () => {
    const seen: unknown[] = [];
    const noting =
      (body: object): RequestListener =>
      (req, res) => {
        seen.push(req.headers.authorization);
        answering(body)(req, res);
      };
    await described(noting(CONTENT), noting(CALENDAR));
    expect(seen).toEqual(['Token a:b', 'Token a:b']);
  });
});
