import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ApiError, createClient, data, ifMatch, onProgress, type Progress, versioned } from './index';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers to the next requests, in order; the last one stays. */
let answers: Answer[];
let received: string[];
let keys: unknown[];
let server: Server;
beforeEach(async () => {
  received = [];
  keys = [];
  server = createServer((request, response) => {
    received.push(`${request.method ?? ''} ${request.url ?? ''}`);
    keys.push(request.headers['idempotency-key']);
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    request.resume().once('end', () => answer?.(request, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

interface Get<Query, Body> {
  get: {
    parameters: { query?: Query };
    responses: { 200: { content: { 'application/json': Body } } };
  };
}
interface Post {
  post: {
    requestBody: { content: { 'application/json': { name: string } } };
    responses: { 200: { content: { 'application/json': { id: number } } } };
  };
}
interface Content {
  '/api/books': Get<{ count?: number; offset?: number }, { data: number[]; total: number }> & Post;
  '/api/search': Get<{ query: string; page?: number; count?: number }, { data: number[]; total: number }>;
}
interface Calendar {
  '/events': Get<{ venue?: number[]; page?: number }, { events: number[]; total: number }>;
}

function connect(token = 'id:secret') {
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const options = { baseUrl: `http://127.0.0.1:${port}/`, retry: { firstPauseMs: 1 } };
  return createClient<Content, Calendar>({ ...options, ...(token && { token }) });
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

  it.each([429, 503])('is repeated after a %i with Retry-After, with any method', async (status) => {
    answers = [refused(status), refused(status), json(BOOK)];
    expect(await data(create())).toEqual(BOOK);
    expect(received).toHaveLength(3);
  });

  it('is repeated on a broken connection if its method is idempotent', async () => {
    answers = [broken, json({ data: [], total: 0 })];
    expect(await data(connect().content.GET('/api/books'))).toEqual({ data: [], total: 0 });
  });

  it('is repeated with the same key on a broken connection if it creates a record', async () => {
    answers = [broken, json({}, 409, { 'retry-after': '0' }), json(BOOK)];
    expect(await data(create())).toEqual(BOOK);
    expect(keys).toEqual([expect.stringMatching(/./), keys[0], keys[0]]);
  });

  it('has a key of its own for each creation, unless its caller gives one', async () => {
    answers = [json(BOOK)];
    await create();
    await create();
    await connect().content.POST('/api/books', { headers: { 'Idempotency-Key': 'once' }, body: { name: 'Handbook' } });
    expect(new Set(keys).size).toBe(3);
    expect(keys[2]).toBe('once');
  });

  it('is not repeated on a broken connection if it could create a second record', async () => {
    answers = [broken];
    const call = connect('').content.POST('/api/books', { body: { name: 'Handbook' } });
    await expect(call).rejects.toThrow('fetch failed');
    expect(keys).toEqual([undefined]);
  });

  it('is not repeated if its body is a stream', async () => {
    answers = [refused(503)];
    const body = new Blob(['text']).stream();
    const call = connect().fetch('/api/imports', { method: 'POST', body });
    await expect(call).rejects.toMatchObject({ status: 503 });
    expect(received).toHaveLength(1);
  });

  it('sends the token to its own system only', async () => {
    await expect(connect().fetch('@other.example/')).rejects.toThrow('does not begin with a slash');
  });

  it('rejects with problem details, too', async () => {
    const body = { type: 'urn:problem-type:almanac:not-found', title: 'Not found', detail: 'Page not found' };
    answers = [json(body, 404)];
    const call = connect().fetch('/api/pages/1', { headers: { accept: 'application/problem+json' } });
    await expect(call).rejects.toMatchObject({ status: 404, type: 'not-found', message: 'Page not found' });
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
      validation: { name: ['Required.'] },
      requestId: 'r-1',
    });
  });

  it('stops waiting when its caller aborts it', async () => {
    const stop = new AbortController();
    const refuse = json({}, 503, { 'retry-after': '30' });
    answers = [
      (request, response) => {
        response.once('close', () => stop.abort());
        refuse(request, response);
      },
    ];
    const call = connect().content.GET('/api/books', { signal: stop.signal });
    await expect(call).rejects.toThrow('abort');
    expect(received).toHaveLength(1);
  });
});

describe('a record with its version', () => {
  it('has the body and the ETag of its answer, which `ifMatch` sends', async () => {
    answers = [json(BOOK, 200, { etag: '"v1"' })];
    const book = await versioned(create());
    expect(book).toEqual({ data: BOOK, version: '"v1"' });
    expect(ifMatch(book)).toEqual({ 'If-Match': '"v1"' });
    expect(ifMatch(await create())).toEqual({ 'If-Match': '"v1"' });
  });

  it('is missing in an answer without ETag, and in a refusal', async () => {
    answers = [json(BOOK), json({}, 404)];
    await expect(versioned(create())).rejects.toThrow('no ETag');
    await expect(versioned(create())).rejects.toMatchObject({ status: 404 });
  });
});

describe('the progress of an upload', () => {
  const SIZE = 300_000;
  const file = new Blob(['x'.repeat(SIZE)]);
  const form = () => {
    const body = new FormData();
    body.set('file', file);
    return body;
  };
  const send = async (body: NonNullable<RequestInit['body']>) => {
    const seen: Progress[] = [];
    const init = { method: 'POST', headers: { 'Idempotency-Key': 'once' }, body };
    const response = await connect().fetch('/api/attachments', { ...init, ...onProgress((now) => seen.push(now)) });
    expect(response.status).toBe(200);
    return seen;
  };

  it.each([
    ['a file', () => file, SIZE],
    ['a form', form, SIZE],
    ['a text', () => 'é'.repeat(SIZE), 2 * SIZE],
    ['parameters', () => new URLSearchParams({ a: 'x'.repeat(SIZE) }), SIZE + 2],
  ])('rises up to the size of %s', async (_, body, total) => {
    answers = [json(BOOK)];
    const seen = await send(body());
    const loaded = seen.map((now) => now.loaded);
    expect(loaded).toEqual([...loaded].sort((a, b) => a - b));
    expect(seen.at(-1)).toEqual({ loaded: total, total });
    expect(new Set(seen.map((now) => now.total))).toEqual(new Set([total]));
  });

  it('has no total for a stream', async () => {
    answers = [json(BOOK)];
    expect((await send(file.stream())).at(-1)).toEqual({ loaded: SIZE, total: 0 });
  });

  it('begins again when the request is repeated', async () => {
    answers = [broken, refused(503), json(BOOK)];
    const seen = await send(file);
    expect(received).toHaveLength(3);
    expect(keys).toEqual(['once', 'once', 'once']);
    expect(seen.filter((now) => now.loaded === SIZE)).toHaveLength(3);
  });

  it('is not reported without a body', async () => {
    answers = [json(BOOK)];
    const seen: Progress[] = [];
    await connect().fetch(
      '/api/books',
      onProgress((now) => seen.push(now)),
    );
    expect(seen).toEqual([]);
  });
});

describe('the items of a list', () => {
  const all = async (items: AsyncGenerator<number, void>) => {
    const found: number[] = [];
    for await (const item of items) found.push(item);
    return found;
  };
  const books = () => all(connect().content.items('/api/books', { params: { query: { count: 2 } } }));

  it('come from all pages of a search', async () => {
    const link = '<http://localhost/api/search?query=sea&count=2&page=2>; rel="next"';
    answers = [json({ data: [1, 2], total: 3 }, 200, { link }), json({ data: [3], total: 3 })];
    const found = connect().content.items('/api/search', { params: { query: { query: 'sea', count: 2 } } });
    expect(await all(found)).toEqual([1, 2, 3]);
    expect(received[1]).toBe('GET /api/search?query=sea&count=2&page=2');
  });

  it('end with the page that links to no next one', async () => {
    const link = (rel: string) => ({ link: `<https://other.example/api/books?cursor=x>; rel="${rel}"` });
    answers = [json({ data: [1, 2], total: 3 }, 200, link('next')), json({ data: [3], total: 3 }, 200, link('prev'))];
    expect(await books()).toEqual([1, 2, 3]);
    expect(received).toEqual(['GET /api/books?count=2', 'GET /api/books?cursor=x']);
  });

  it('end when their caller aborts them', async () => {
    const stop = new AbortController();
    const link = '</api/books?offset=2>; rel="next"';
    answers = [json({ data: [1, 2], total: 3 }, 200, { link }), json({}, 503, { 'retry-after': '30' })];
    const found = connect().content.items('/api/books', { signal: stop.signal });
    expect((await found.next()).value).toBe(1);
    expect((await found.next()).value).toBe(2);
    const next = found.next();
    stop.abort();
    await expect(next).rejects.toThrow('abort');
  });

  it('begin with the page that the caller asks for', async () => {
    answers = [json({ events: [9], total: 9 })];
    expect(await all(connect().calendar.items('/events', { params: { query: { page: 3 } } }))).toEqual([9]);
    expect(received).toEqual(['GET /calendar/events/v1/events?page=3']);
  });

  it('follow the links of a list, without leaving the host', async () => {
    const link = '<https://other.example/calendar/events/v1/events?page=2>; rel="next"';
    answers = [json({ events: [1], total: 2 }, 200, { link }), json({ events: [2], total: 2 })];
    const events = connect().calendar.items('/events', { params: { query: { venue: [3, 4] } } });
    expect(await all(events)).toEqual([1, 2]);
    expect(received).toEqual([
      'GET /calendar/events/v1/events?cursor=&venue=3,4',
      'GET /calendar/events/v1/events?page=2',
    ]);
  });
});
