import { RefusedRoutes, type TestApi, type TestResponse } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';

const ROOT = `/${NAMESPACE}`;

let app: CalendarApp;
let editor: TestApi;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.api.as(app.given.editor());
});
afterAll(() => app.close());

describe('an error', () => {
  it.each<[type: string, status: number, send: (api: TestApi) => Promise<TestResponse>]>([
    ['validation-failed', 400, (api) => api.post('/events', { title: 'Fair' })],
    ['validation-failed', 400, (api) => api.get('/events?per_page=none')],
    ['authentication-required', 401, () => app.api.post('/venues', { venue: 'Hall' })],
    ['token-unknown', 401, (api) => api.with({ authorization: 'Token a:b' }).get('/events')],
    ['permission-denied', 403, () => app.api.as(app.given.subscriber()).post('/venues', { venue: 'Hall' })],
    ['not-found', 404, (api) => api.get('/events/99999')],
    ['page-out-of-range', 404, (api) => api.get('/venues?page=99')],
    ['route-not-found', 404, (api) => api.get('/nothing')],
    ['already-in-trash', 410, trashedTwice],
  ])('has the type %s with status %i', async (type, status, send) => {
    const { headers, ...answer } = await send(editor);
    const id = headers.get('x-request-id');
    expect(answer).toMatchObject({ status, body: { error: { code: status, type, request_id: id } } });
    expect(headers.get('www-authenticate')).toBe(status === 401 ? 'Token' : null);
  });

  it('is in the format of problem details for callers that accept it', async () => {
    const api = editor.with({ accept: 'application/problem+json' });
    const { status, headers, body } = await api.post('/events', {
      title: 'Fair',
      venue: { website: 'no address' },
    });
    expect([status, headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
    expect(body).toMatchObject({
      type: 'urn:problem-type:almanac:validation-failed',
      code: 'rest_missing_callback_param',
      errors: expect.arrayContaining([{ pointer: '#/start_date', detail: 'This parameter is missing.' }]),
    });
    expect((await api.get('/events?per_page=none')).body).toMatchObject({ errors: [{ parameter: 'per_page' }] });
  });

  it('in an envelope of `_envelope` stays JSON', async () => {
    const api = app.api.with({ accept: 'application/problem+json' });
    const { status, headers } = await api.get('/events/99999?_envelope');
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  });
});

async function trashedTwice(api: TestApi): Promise<TestResponse> {
  const { id } = await app.given.event();
  await api.delete(`/events/${id}`);
  return api.delete(`/events/${id}`);
}

/** The contract answers other methods with the 404 of an unknown route. */
describe('every route of the calendar', () => {
  let routes: RefusedRoutes;
  beforeAll(() => {
    const values = { slug: 'unknown', token: 'unknown', file: 'unknown.png', month: '2031-05' };
    routes = new RefusedRoutes(
      app.routes.filter(({ path }) => path.startsWith(ROOT)),
      values,
    );
  });

  it('refuses unknown records and missing tokens with a documented type and the id of the request', async () => {
    expect(await routes.faults(app.api.atRoot())).toEqual([]);
  });

  it('refuses unknown records and missing bodies of a caller with all permissions in the same way', async () => {
    const caller = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
    expect(await routes.faults(app.api.atRoot().as(caller))).toEqual([]);
  });
});
