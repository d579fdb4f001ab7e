import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ApiError, createClient, data } from './index';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers to the next requests, in order; the last one stays. */
let answers: Answer[];
let received: string[];
let server: Server;
beforeEach(async () => {
  received = [];
  server = createServer((request, response) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    request.resume().once('end', () => answer?.(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Paths {
  '/api/books': {
    get: { responses: { 200: { content: { 'application/json': { data: unknown[]; total: number } } } } };
    post: {
      requestBody: { content: { 'application/json': { name: string } } };
      responses: { 200: { content: { 'application/json': { id: number } } } };
    };
  };
}

function connect() {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return createClient<Paths, Record<string, never>>({
    baseUrl: `http://127.0.0.1:${port}/`,
    token: 'id:secret',
    retry: { firstPauseMs: 1 },
  });
}

const json =
  (body: unknown, status = 200, headers = {}): Answer =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const refused = (status: number): Answer => json({}, status, { 'retry-after': '0' });
const broken: Answer = (request) => request.socket.destroy();

const BOOK = { id: 7 };
const create = () => connect().content.POST('/api/books', { body: { name: 'Handbook' } });

describe('a request of the client', () => {
  it('sends the token and returns the body', async () => {
    answers = [
      (request, response) => json({ data: [], total: 0, sent: request.headers.authorization })(request, response),
    ];
    expect(await data(connect().content.GET('/api/books'))).toMatchObject({ sent: 'Token id:secret' });
  });

  it.each([429, 503])('is repeated after a %i with Retry-After, whatever its method', async (status) => {
    answers = [refused(status), refused(status), json(BOOK)];
    expect(await data(create())).toEqual(BOOK);
    expect(received).toHaveLength(3);
  });

  it('is repeated on a broken connection if its method is idempotent', async () => {
    answers = [broken, json({ data: [], total: 0 })];
    expect(await data(connect().content.GET('/api/books'))).toEqual({ data: [], total: 0 });
  });

  it('is not repeated on a broken connection if it could create a second record', async () => {
    answers = [broken];
    await expect(create()).rejects.toThrow('fetch failed');
    expect(received).toHaveLength(1);
  });

  it('is repeated on a broken connection if it carries an idempotency key', async () => {
    answers = [broken, json(BOOK)];
    const headers = { 'Idempotency-Key': 'once' };
    const call = connect().content.POST('/api/books', { headers, body: { name: 'Handbook' } });
    expect(await data(call)).toEqual(BOOK);
  });

  it('rejects with the error of the answer', async () => {
    const error = { code: 422, message: 'The data was invalid.', type: 'invalid', validation: { name: ['Required.'] } };
    answers = [json({ error }, 422, { 'x-request-id': 'r-1' })];
    const failure: unknown = await create().catch((thrown: unknown) => thrown);
    expect(failure).toBeInstanceOf(ApiError);
    expect(failure).toMatchObject({
      status: 422,
      message: 'The data was invalid.',
      type: 'invalid',
      fields: { name: ['Required.'] },
      requestId: 'r-1',
    });
  });

  it('stops waiting when its caller aborts it', async () => {
    answers = [json({}, 503, { 'retry-after': '30' })];
    const call = connect().content.GET('/api/books', { signal: AbortSignal.timeout(50) });
    await expect(call).rejects.toThrow();
    expect(received).toHaveLength(1);
  });
});

describe('the items of a list', () => {
  const all = async (path: string) => {
    const items: unknown[] = [];
    for await (const item of connect().items(path)) items.push(item);
    return items;
  };

  it('come from all pages of a list with offset and total', async () => {
    answers = [json({ data: [1, 2], total: 3 }), json({ data: [3], total: 3 })];
    expect(await all('/api/books?count=2')).toEqual([1, 2, 3]);
    expect(received).toEqual(['GET /api/books?count=2', 'GET /api/books?count=2&offset=2']);
  });

  it('end with the page that links to no next one', async () => {
    const link = (rel: string) => ({ link: `<https://other.example/api/books?cursor=x>; rel="${rel}"` });
    answers = [json({ data: [1, 2], total: 3 }, 200, link('next')), json({ data: [3], total: 3 }, 200, link('prev'))];
    expect(await all('/api/books?count=2')).toEqual([1, 2, 3]);
    expect(received).toEqual(['GET /api/books?count=2', 'GET /api/books?cursor=x']);
  });

  it('follow the links of a list, without leaving the host', async () => {
    const link = '<https://other.example/calendar/events/v1/events?page=2>; rel="next"';
    answers = [json({ events: [1], total: 2 }, 200, { link }), json({ events: [2], total: 2 })];
    expect(await all('/calendar/events/v1/events')).toEqual([1, 2]);
    expect(received[1]).toBe('GET /calendar/events/v1/events?page=2');
  });
});
