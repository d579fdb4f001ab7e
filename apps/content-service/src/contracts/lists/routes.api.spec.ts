import type { TestApi } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { problem } from '../../testing/answers';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

const KINDS = [
  ['shelves', 'Shelf'],
  ['books', 'Book'],
  ['chapters', 'Chapter'],
  ['pages', 'Page'],
  ['comments', 'Comment'],
  ['attachments', 'Attachment'],
  ['image-gallery', 'Image'],
] as const;

const ODD_IDS = [
  '999999',
  '0',
  '-1',
  '1.5',
  'abc',
  '1abc',
  '99999999999',
  '2147483648',
  '1e3',
  '%20',
  "1'--",
  '%00',
  '٣',
];

describe.each(KINDS)('at /api/%s', (path, name) => {
  it.each(ODD_IDS)(`the id %j answers 404, ${name} not found`, async (id) => {
    const missing = { status: 404, body: problem(404, `${name} not found`) };
    const at = `/api/${path}/${encodeURIComponent(decodeURIComponent(id))}`;
    expect(await api.get(at)).toMatchObject(missing);
    expect(await api.put(at, { name: 'x' })).toMatchObject(missing);
    expect(await api.delete(at)).toMatchObject(missing);
  });

  it('lists may be stored by browsers only, and must be revalidated', async () => {
    const { headers } = await api.get(`/api/${path}`);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(Date.parse(headers.get('expires') ?? '')).toBeLessThan(Date.now());
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('headers as long as the gateway allows are accepted', async () => {
    const { status } = await api
      .with({ 'x-long': 'x'.repeat(16_300), 'x-forwarded-for': '192.0.2.1' })
      .get(`/api/${path}`);
    expect(status).toBe(200);
  });

  it('OPTIONS returns the supported methods to anonymous callers', async () => {
    const list = await app.api.send('OPTIONS', `/api/${path}`);
    expect({ status: list.status, text: list.text }).toEqual({ status: 200, text: '' });
    expect(list.headers.get('allow')?.split(/, ?/).sort()).toEqual(['GET', 'HEAD', 'POST']);
    const item = await app.api.send('OPTIONS', `/api/${path}/7`);
    expect(item.headers.get('allow')?.split(/, ?/).sort()).toEqual(['DELETE', 'GET', 'HEAD', 'PUT']);
  });

  it.each(['PATCH', 'DELETE', 'PUT'])('the list returns 405 for %s', async (method) => {
    const { status, headers, body } = await api.send(method, `/api/${path}`);
    expect({ status, body }).toEqual({
      status: 405,
      body: problem(
        405,
        `The ${method} method is not supported for route api/${path}. Supported methods: GET, HEAD, POST.`,
      ),
    });
    expect(headers.get('allow')).toBe('GET, HEAD, POST');
  });

  it('an item returns 405 for POST and PATCH', async () => {
    for (const method of ['POST', 'PATCH']) {
      const { status, headers } = await api.send(method, `/api/${path}/1`);
      expect(status).toBe(405);
      expect(headers.get('allow')).toBe('DELETE, GET, HEAD, PUT');
    }
  });

  it('HEAD answers like GET without a body', async () => {
    const { status, text, headers } = await api.send('HEAD', `/api/${path}`);
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect((await api.send('HEAD', `/api/${path}/999999`)).status).toBe(404);
  });
});

describe('an unknown path', () => {
  const PATHS = ['api/nothing', 'api/books/1/nothing'];

  it.each([...PATHS, ''])('returns 404 in JSON for reads of /%s', async (path) => {
    const { status, body } = await api.get(`/${path}`);
    const text = 'No route was found matching the URL and request method.';
    expect({ status, body }).toEqual({ status: 404, body: problem(404, text) });
  });

  it.each(['POST', 'PUT', 'DELETE', 'PATCH'])('returns 405 in JSON for %s', async (method) => {
    for (const path of PATHS) {
      const { status, body, headers } = await api.send(method, `/${path}`);
      const text = `The ${method} method is not supported for route ${path}. Supported methods: GET, HEAD.`;
      expect({ status, body }).toEqual({ status: 405, body: problem(405, text) });
      expect(headers.get('allow')).toBe('GET, HEAD');
    }
    expect((await api.send(method, '/nothing')).status).toBe(404);
  });

  it('returns JSON even when the caller prefers HTML', async () => {
    const { headers } = await api.with({ accept: 'text/html' }).get('/api/nothing');
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  });

  it('that cannot be decoded returns 400 or 404', async () => {
    const { status } = await api.get('/api/books/%E0%A4%A');
    expect([400, 404]).toContain(status);
  });
});

it('errors are JSON regardless of the Accept header', async () => {
  const { body } = await api.with({ accept: 'text/html' }).get('/api/books/999999');
  expect(body).toEqual(problem(404, 'Book not found'));
});

it('responses have no CORS headers', async () => {
  const { headers } = await api.with({ origin: 'https://elsewhere.example' }).get('/api/books');
  expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
});

it('responses have no X-Powered-By header', async () => {
  expect((await api.get('/api/books')).headers.get('x-powered-by')).toBeNull();
});

it('GET /api/system returns version, instance id, name, logo and base URL', async () => {
  const { status, body } = await app.api.as(await app.given.viewer()).get('/api/system');
  expect(status).toBe(200);
  expect(body).toEqual({
    version: expect.stringMatching(/^v\d+\.\d+/),
    instance_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    app_name: 'Almanac',
    app_logo: 'https://docs.example/logo.png',
    base_url: 'https://docs.example',
  });
});

it('GET /logo.png returns a PNG to anonymous callers', async () => {
  const response = await fetch(new URL('/logo.png', api.baseUrl));
  expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'image/png',
  });
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 8)
      .toString('latin1'),
  ).toBe('\x89PNG\r\n\x1a\n');
});
