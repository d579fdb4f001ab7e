import { INTROSPECTION_PATH, SERVICE_SECRET_HEADER, userRightsPath } from '@almanac/auth';
import { type ContentApp, SERVICE_SECRET, startContent } from '../../testing/content-app';
import { refused } from '../../testing/answers';
import type { Person } from '../../testing/given';

let app: ContentApp;
let viewer: Person;
beforeAll(async () => {
  app = await startContent();
  viewer = await app.given.viewer();
});
afterAll(() => app.close());

const asService = (secret = SERVICE_SECRET) => app.api.with({ [SERVICE_SECRET_HEADER]: secret });
const credentials = ({ token }: Person) => ({ id: token.split(':')[0], secret: token.split(':')[1] });

describe('token introspection', () => {
  it('returns the user and the permissions to another service', async () => {
    const { status, body } = await asService().post(INTROSPECTION_PATH, credentials(viewer));
    expect(status).toBe(200);
    expect(JSON.stringify(body)).toContain('page-view-all');
    expect(body).toMatchObject({ actor: { id: viewer.id, name: viewer.name, slug: viewer.slug, isAdmin: false } });
  });

  it('marks administrators with isAdmin', async () => {
    const { body } = await asService().post(INTROSPECTION_PATH, credentials(await app.given.admin()));
    expect(body).toMatchObject({ actor: { isAdmin: true } });
  });

  it.each([
    ['an unknown token', { id: 'nobody', secret: 'x' }, 'unknown'],
    ['a wrong secret', () => ({ ...credentials(viewer), secret: 'x' }), 'wrong-secret'],
    ['an empty secret', () => ({ ...credentials(viewer), secret: '' }), 'wrong-secret'],
    [
      'a secret with white space around it',
      () => ({ ...credentials(viewer), secret: ` ${credentials(viewer).secret}\t` }),
      'wrong-secret',
    ],
  ])('returns 200 with active false and a reason for %s', async (_what, given, reason) => {
    const { status, body } = await asService().post(INTROSPECTION_PATH, typeof given === 'function' ? given() : given);
    expect({ status, body }).toMatchObject({ status: 200, body: { active: false, reason } });
  });

  it('requires the id and the secret of the token', async () => {
    expect((await asService().post(INTROSPECTION_PATH, {})).body).toEqual(
      refused({ id: ['The id field is required.'], secret: ['The secret field is required.'] }),
    );
  });

  it.each([
    ['no secret', () => app.api],
    ['a wrong secret', () => asService('guess')],
    ['a secret of the right length', () => asService('x'.repeat(SERVICE_SECRET.length))],
    ['the token of an administrator alone', async () => app.api.as(await app.given.admin())],
  ])('returns 404 to callers with %s', async (_what, caller) => {
    const { status, text } = await (await caller()).post(INTROSPECTION_PATH, credentials(viewer));
    expect(status).toBe(404);
    expect(text).not.toContain(viewer.name);
  });
});

describe('the internal user directory', () => {
  it('returns the name of a user to another service', async () => {
    const { body } = await asService().get(`/internal/users/${viewer.id}`);
    expect(body).toEqual({ id: viewer.id, name: viewer.name, slug: viewer.slug });
  });

  it('returns the permissions of a user in the format of token introspection', async () => {
    const { body } = await asService().get(userRightsPath(viewer.id));
    expect(body).toEqual((await asService().post(INTROSPECTION_PATH, credentials(viewer))).body);
    const lockedOut = await app.given.user({ api: false });
    expect((await asService().get(userRightsPath(lockedOut.id))).body).toEqual({
      active: false,
      reason: 'no-api-access',
    });
    expect([
      (await asService().get(userRightsPath(999_999))).status,
      (await app.api.get(userRightsPath(viewer.id))).status,
    ]).toEqual([404, 404]);
  });

  it.each(['999999', '0', 'abc', '99999999999999'])('returns 404 for the user id %s', async (id) => {
    expect((await asService().get(`/internal/users/${id}`)).status).toBe(404);
  });

  it('returns 404 to callers without the service secret', async () => {
    expect((await app.api.as(viewer).get(`/internal/users/${viewer.id}`)).status).toBe(404);
  });
});

describe('the routes for other services', () => {
  it('have no limit of requests, because one address sends those of all callers', async () => {
    const limited = await startContent({ API_REQUESTS_PER_MIN: '3' });
    try {
      const service = limited.api.with({ [SERVICE_SECRET_HEADER]: SERVICE_SECRET });
      const unknown = { id: 'nobody', secret: 'x' };
      for (let count = 0; count < 6; count += 1) {
        const answers = [
          await service.post(INTROSPECTION_PATH, unknown),
          await service.get('/internal/users/1'),
          await service.get('/internal/site'),
          await service.post('/internal/sessions', { id: 'unknown' }),
          await service.post('/internal/webhooks/events', { events: '[]' }),
        ];
        expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204]);
      }
    } finally {
      await limited.close();
    }
  });
});
