import { RefusedRoutes, type TestApi, type TestResponse } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let editor: TestApi;
beforeAll(async () => {
  app = await startContent();
  editor = app.api.as(await app.given.editor());
});
afterAll(() => app.close());

const IN_JSON = { 'content-type': 'application/json' };
const staleUpdate = async (api: TestApi): Promise<TestResponse> => {
  const { body } = await editor.post('/api/books', { name: 'Book' });
  return api.with({ 'if-match': '"old"' }).put(`/api/books/${idOf(body)}`, { name: 'Changed' });
};

describe('an error', () => {
  it.each<[type: string, status: number, send: (api: TestApi) => Promise<TestResponse>]>([
    ['malformed-request', 400, (api) => api.with(IN_JSON).post('/api/books', '{"name":')],
    ['authentication-required', 401, (api) => api.with({ authorization: '' }).get('/api/books')],
    ['token-malformed', 401, (api) => api.with({ authorization: 'Token abc' }).get('/api/books')],
    ['token-unknown', 401, (api) => api.with({ authorization: 'Token a:b' }).get('/api/books')],
    ['permission-denied', 403, (api) => api.get('/api/users')],
    ['not-found', 404, (api) => api.get('/api/books/99999')],
    ['route-not-found', 404, (api) => api.get('/api/nothing')],
    ['method-not-allowed', 405, (api) => api.send('PATCH', '/api/books')],
    ['version-mismatch', 412, staleUpdate],
    ['unsupported-media-type', 415, (api) => api.with({ 'content-type': 'text/csv' }).post('/api/books', 'name')],
    ['validation-failed', 422, (api) => api.post('/api/books', { tags: [{ name: '' }] })],
  ])('has the type %s with status %i, and the same in problem details', async (type, status, send) => {
    const usual = await send(editor);
    const id = usual.headers.get('x-request-id');
    expect(usual).toMatchObject({ status, body: { error: { code: status, type, request_id: id } } });

    const { headers, body } = await send(editor.with({ accept: 'application/json, application/problem+json' }));
    expect(headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(body).toMatchObject({
      type: `urn:problem-type:almanac:${type}`,
      status,
      title: expect.any(String),
      detail: expect.any(String),
      request_id: headers.get('x-request-id'),
    });
    expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null);
    expect(headers.get('allow')).toBe(status === 405 ? 'GET, HEAD, POST' : null);
  });

  it('has a JSON pointer for each rejected field in problem details', async () => {
    const { body } = await editor
      .with({ accept: 'application/problem+json' })
      .post('/api/books', { name: '', tags: ['text'] });
    expect(body).toMatchObject({
      errors: [
        { pointer: '#/name', detail: 'The name field is required.' },
        { pointer: '#/tags/0', detail: 'The tags.0 must be an object.' },
      ],
    });
  });
});

describe('every route of the API', () => {
  let routes: RefusedRoutes;
  beforeAll(() => {
    const values = { format: 'html', contentType: 'page' };
    routes = new RefusedRoutes(
      app.routes.filter(({ path }) => path.startsWith('/api/')),
      values,
    );
  });

  it('refuses callers without a token, and tells them the scheme', async () => {
    expect(await routes.open(app.api)).toEqual(['GET /api/docs']);
    expect(await routes.faults(app.api)).toEqual([]);
  });

  it('refuses unknown records and missing bodies with a documented type and the id of the request', async () => {
    expect(await routes.faults(app.api.as(await app.given.admin()))).toEqual([]);
  });

  it('answers each method that its path does not have with 405 and the methods that it has', async () => {
    expect(await routes.methodFaults(app.api.as(await app.given.admin()))).toEqual([]);
  });
});
