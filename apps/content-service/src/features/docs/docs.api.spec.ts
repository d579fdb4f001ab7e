import { nonEmpty, VisitingBrowser } from '@almanac/testing';
import { member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let viewer: Person;
beforeAll(async () => {
  app = await startContent();
  viewer = await app.given.viewer();
});
afterAll(() => app.close());

const read = async () => (await app.api.as(viewer).get('/api/docs.json')).body;

describe('GET /api/docs.json', () => {
  it('describes an endpoint with its name, URL, validation rules and description', async () => {
    const { status, headers, body } = await app.api.as(viewer).get('/api/docs.json');
    expect({ status, type: headers.get('content-type') }).toEqual({
      status: 200,
      type: expect.stringMatching(/^application\/json/),
    });
    expect(member(body, 'docs.0')).toEqual({
      name: 'docs-display',
      uri: 'api/docs',
      method: 'GET',
      controller: 'DocsController',
      controller_method: 'display',
      controller_method_kebab: 'display',
      base_model: 'docs',
      description: expect.any(String),
      body_params: null,
      model_description: null,
      example_request: null,
      example_response: null,
    });
    expect(member(body, 'pages.1')).toMatchObject({
      name: 'pages-create',
      uri: 'api/pages',
      method: 'POST',
      body_params: { book_id: ['required_without:chapter_id', 'integer'], name: ['required', 'string', 'max:255'] },
      example_request: expect.stringContaining('"name": "Keys"'),
      example_response: expect.stringContaining('"revision_count": 1'),
    });
    expect(member(body, 'content-permissions.1.name')).toBe('content-permissions-update');
  });

  it.each([
    ['imports-run', 'parent_type', ['string', 'in:book,chapter']],
    ['imports-run', 'parent_id', ['integer']],
    ['attachments-create', 'name', ['required', 'string', 'min:1', 'max:255']],
    ['attachments-create', 'uploaded_to', ['required', 'integer', 'exists:pages,id']],
    ['attachments-create', 'link', ['required_without:file', 'string', 'min:1', 'max:2000', 'safe_url']],
    ['attachments-update', 'uploaded_to', ['integer', 'exists:pages,id']],
    ['image-gallery-create', 'uploaded_to', ['required', 'integer', 'exists:pages,id']],
    ['content-permissions-update', 'role_permissions.*.role_id', ['required', 'integer', 'exists:roles,id']],
    [
      'content-permissions-update',
      'fallback_permissions.inheriting',
      ['required_with:fallback_permissions', 'boolean'],
    ],
    [
      'content-permissions-update',
      'fallback_permissions.view',
      ['required_if:fallback_permissions.inheriting,false', 'boolean'],
    ],
    ['users-create', 'email', ['required', 'string', 'email', 'min:2', 'max:255', 'unique:users,email']],
    ['users-update', 'email', ['string', 'email', 'min:2', 'max:255', 'unique:users,email']],
    ['users-create', 'roles.*', ['integer', 'exists:roles,id']],
    ['users-delete', 'migrate_ownership_id', ['nullable', 'integer', 'exists:users,id']],
    ['sort-rules-create', 'operations', ['required', 'array', 'min:1', 'max:10']],
  ])('describes the rules of %s %s as those of the contract', async (name, parameter, rules) => {
    const operations = Object.values(Object(await read())).flat();
    const operation = operations.find((it) => textAt(it, 'name') === name);
    const described = Object(member(operation, 'body_params'))[parameter];
    expect(described.toSorted()).toEqual(rules.toSorted());
  });

  it('returns 401 without a token', async () => {
    expect((await app.api.get('/api/docs.json')).status).toBe(401);
  });

  it('describes exactly the served routes', async () => {
    const described = Object.values(Object(await read()))
      .flat()
      .map((it) => `${textAt(it, 'method')} /${textAt(it, 'uri')}`);
    const served = app.routes
      .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`)
      .filter((route) => route.includes(' /api/'));
    // One route serves all formats, but each format has its own description.
    const asRoutes = new Set(described.map((route) => route.replace(/\/export\/\w+$/, '/export/{format}')));
    expect([...asRoutes].sort()).toEqual(served.sort());
  });

  it('gives every endpoint a unique name', async () => {
    const names = Object.values(Object(await read()))
      .flat()
      .map((it) => textAt(it, 'name'));
    expect(new Set(names).size).toBe(names.length);
    for (const name of [
      'users-delete',
      'image-gallery-create',
      'recycle-bin-restore',
      'pages-export-plain-text',
      'tags-list-values',
    ])
      expect(names).toContain(name);
  });
});

describe.each(['/api/docs.json', '/api/openapi.json'])('GET %s', (path) => {
  it('has a strong ETag, and answers 304 to callers that name it', async () => {
    const { headers } = await app.api.as(viewer).get(path);
    const etag = headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const again = await app.api.as(viewer).with({ 'if-none-match': etag }).get(path);
    expect({ status: again.status, text: again.text }).toEqual({ status: 304, text: '' });
    expect((await app.api.with({ 'if-none-match': etag }).get(path)).status).toBe(401);
  });

  it('is the same text until the name of the site changes', async () => {
    const admin = app.api.as(await app.given.admin());
    const read = async () => (await admin.get(path)).headers.get('etag');
    const before = await read();
    expect(await read()).toBe(before);
    await admin.put('/api/settings', { app_name: `The library at ${path}` });
    if (path === '/api/openapi.json')
      expect((await admin.get(path)).body).toMatchObject({ info: { title: `The library at ${path} API` } });
    else expect((await admin.get('/api/docs/download')).text).toContain(`The library at ${path} API`);
    await admin.put('/api/settings', { app_name: null });
    expect(await read()).toBe(before);
  });
});

describe('GET /api/docs', () => {
  it('shows the description of the library, and that of the calendar on request', async () => {
    const { status, headers, text } = await app.api.as(viewer).get('/api/docs');
    expect({ status, type: headers.get('content-type') }).toEqual({ status: 200, type: 'text/html; charset=utf-8' });
    expect(text).toContain('data-description="/api/openapi.json"');
    expect((await app.api.as(viewer).get('/api/docs?of=calendar')).text).toContain(
      'data-description="/calendar/events/v1/doc"',
    );
  });

  it('loads only files of this site, and runs nothing inline', async () => {
    const { headers, text } = await app.api.as(viewer).get('/api/docs');
    expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'.*connect-src 'self';/);
    expect(headers.get('content-security-policy')).not.toContain('unsafe');
    const files = [...text.matchAll(/(?:src|rel="stylesheet" href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(7);
    for (const file of files) {
      const { status, headers: sent } = await app.api.get(file);
      expect([file, status, sent.get('cache-control')]).toEqual([file, 200, 'public, max-age=31536000, immutable']);
    }
    expect((await app.api.get('/assets/index.html')).status).toBe(401);
  });

  it('shows the description of the calendar to callers without a session', async () => {
    expect((await app.api.get('/api/docs?of=calendar')).status).toBe(200);
  });

  it('redirects callers without a session to the log-in page', async () => {
    const { status, headers } = await app.api.get('/api/docs');
    expect({ status, location: headers.get('location') }).toEqual({
      status: 302,
      location: 'https://docs.example/login?return=%2Fapi%2Fdocs',
    });
  });

  it('redirects callers with an expired session to the log-in page and back', async () => {
    const browser = new VisitingBrowser(app.api);
    browser.cookies.set('__Host-almanac-session', 's%3Aof-last-week.signature');
    const { status, headers } = await browser.get('/api/docs');
    expect({ status, location: headers.get('location') }).toEqual({
      status: 302,
      location: `${app.baseUrl}/login?return=%2Fapi%2Fdocs`,
    });
    expect((await browser.get('/api/books')).status).toBe(403);
    const credentials = await app.given.password(viewer, 'correct horse battery');
    expect((await browser.logIn(credentials, '/login?return=%2Fapi%2Fdocs')).headers.get('location')).toBe('/api/docs');
    expect((await browser.get('/api/docs')).text).toContain('data-description="/api/openapi.json"');
  });

  it('is the redirect target of /api', async () => {
    const { status, headers } = await app.api.get('/api');
    expect({ status, location: headers.get('location') }).toEqual({
      status: 302,
      location: 'https://docs.example/api/docs',
    });
  });
});

describe('GET /api/docs/download', () => {
  it('returns every endpoint as one HTML file without external resources', async () => {
    const { headers, text } = await app.api.as(viewer).get('/api/docs/download');
    expect(headers.get('content-disposition')).toBe('attachment; filename=api-docs.html');
    for (const group of nonEmpty(Object.keys(Object(await read())))) expect(text).toContain(`<h2 id="${group}">`);
    expect(text).toContain('<h3 id="pages-create">POST <code>/api/pages</code></h3>');
    expect(text).not.toMatch(/<script|src=|<link/);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('returns the JSON as a file', async () => {
    const { headers, body } = await app.api.as(viewer).get('/api/docs/download?format=json');
    expect(headers.get('content-disposition')).toBe('attachment; filename=api-docs.json');
    expect(body).toEqual(await read());
  });

  it('returns 401 without a token', async () => {
    expect((await app.api.get('/api/docs/download')).status).toBe(401);
  });
});

describe('the description with DOCS_PUBLIC', () => {
  let open: ContentApp;
  beforeAll(async () => {
    open = await startContent({ DOCS_PUBLIC: 'true' });
  });
  afterAll(() => open.close());

  it.each(['/api/docs', '/api/docs.json', '/api/docs/download'])(
    'returns %s to callers without a token',
    async (path) => {
      expect((await open.api.get(path)).status).toBe(200);
    },
  );
});
