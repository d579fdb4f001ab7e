import { VisitingBrowser } from '@almanac/testing';
import { each, member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

const PASSWORD = 'correct horse';

let app: ContentApp;
beforeAll(async () => (app = await startContent({ API_REQUESTS_PER_MIN: '777', FILE_UPLOAD_SIZE_LIMIT: '7' })));
afterAll(() => app.close());

describe('GET /api/users/me', () => {
  it('shows the caller, the token and the limits, without users-manage', async () => {
    const caller = await app.given.user({ permissions: ['page-view-own', 'book-view-all'] });
    const { status, body, text } = await app.api.as(caller).get('/api/users/me');
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        ...{ id: caller.id, name: caller.name, slug: caller.slug, email: `${caller.slug}@example.com` },
        roles: [{ id: expect.any(Number), display_name: expect.any(String) }],
        permissions: ['access-api', 'book-view-all', 'page-view-own'],
        token: {
          id: expect.any(Number),
          name: 'Test',
          scopes: null,
          expires_at: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
        limits: {
          ...{ requests_per_minute: 777, requests_in_flight: 1_000_000 },
          ...{ upload_bytes: 7_168_000, default_count: 100, max_count: 500 },
        },
      },
    });
    expect(text).not.toContain(caller.token.split(':')[1]);
  });

  it('shows only the permissions that the scopes of the token leave', async () => {
    const admin = await app.given.admin();
    const made = await app.api
      .as(admin)
      .post(`/api/users/${admin.id}/tokens`, { name: 'Narrow', scopes: ['book-view-all'] });
    const token = `${textAt(made.body, 'token_id')}:${textAt(made.body, 'secret')}`;
    const { body } = await app.api.as({ token }).get('/api/users/me');
    expect(member(body, 'permissions')).toEqual(['access-api', 'book-view-all']);
    expect(member(body, 'token')).toMatchObject({ name: 'Narrow', scopes: ['book-view-all'] });
  });

  it('accepts the token as Bearer and as Basic credentials', async () => {
    const caller = await app.given.user();
    for (const authorization of [`Bearer ${caller.token}`, `Basic ${btoa(caller.token)}`]) {
      const { body } = await app.api.with({ authorization }).get('/api/users/me');
      expect(body).toMatchObject({ id: caller.id, token: { name: 'Test' } });
    }
  });

  it('shows no token in a session', async () => {
    const admin = app.api.as(await app.given.admin());
    const role = await app.given.role({ permissions: ['access-api'] });
    const email = 'reader@example.com';
    await admin.post('/api/users', { name: 'Reader', email, password: PASSWORD, roles: [role.id] });
    const browser = new VisitingBrowser(app.api);
    await browser.logIn({ email, password: PASSWORD });
    const { body } = await browser.get('/api/users/me');
    expect(body).toMatchObject({ email, token: null });
    expect(each(body, 'id', 'roles')).toEqual([role.id]);
  });

  it('answers 401 without credentials and with a wrong token', async () => {
    expect((await app.api.get('/api/users/me')).status).toBe(401);
    expect((await app.api.as({ token: `${'x'.repeat(32)}:${'y'.repeat(32)}` }).get('/api/users/me')).status).toBe(401);
  });
});
