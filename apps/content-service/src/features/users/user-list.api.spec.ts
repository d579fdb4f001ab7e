import type { TestApi } from '@almanac/testing';
import { each, idOf, member } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.user({ permissions: ['users-manage'] }));
});
afterAll(() => app.close());

let made = 0;
const create = async (changes: object = {}) => {
  made += 1;
  return idOf((await api.post('/api/users', { name: `Person ${made}`, email: `person-${made}@example.com`, ...changes })).body);
};

describe('the list of users', () => {
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await create();
  });

  it('shows each without roles', async () => {
    const id = await create({ name: 'Listed', email: 'listed@example.com', external_auth_id: 'ext' });
    const { body } = await api.get('/api/users?filter[email]=LISTED@example.com');
    expect(body).toMatchObject({
      data: [{ id, name: 'Listed', slug: 'listed', external_auth_id: 'ext', last_activity_at: null }],
      total: 1,
    });
    expect(Object.keys(Object(member(body, 'data.0'))).sort()).toEqual(['avatar_url', 'created_at', 'edit_url', 'email', 'external_auth_id', 'id', 'last_activity_at', 'name', 'profile_url', 'slug', 'updated_at']); // prettier-ignore
  });

  it('tells when each was last active, and puts those who never were last', async () => {
    const active = await create();
    await app.database.query(`INSERT INTO activities (type, user_id, created_at) VALUES ('auth_login', $1, '2999-01-01'), ('auth_login', $1, '2998-01-01')`, [active]); // prettier-ignore
    const latest = (await api.get('/api/users?sort=-last_activity_at&count=500')).body;
    expect(member(latest, 'data.0')).toMatchObject({ id: active, last_activity_at: '2999-01-01T00:00:00.000000Z' });
    expect(each(latest, 'last_activity_at').at(-1)).toBeNull();
    expect(each((await api.get('/api/users?sort=last_activity_at&count=1')).body, 'last_activity_at')).toEqual([null]);
    expect(each((await api.get('/api/users?filter[last_activity_at:gte]=2999-01-01')).body, 'id')).toEqual([active]);
  });

  it.each([
    'filter[name:like]=person%25',
    'filter[slug:like]=person-%25',
    'filter[created_at:gt]=2020-01-01',
    'filter[updated_at:gt]=2020-01-01',
    'filter[external_auth_id]=',
  ])('can be filtered by %s and sorted by every field', async (filter) => {
    for (const sort of ['id', 'name', 'slug', 'email', 'external_auth_id', 'created_at', 'updated_at', 'last_activity_at']) {
      const { status, body } = await api.get(`/api/users?${filter}&sort=-${sort}&count=2`);
      expect({ status, length: each(body, 'id').length }).toEqual({ status: 200, length: 2 });
    }
  });
});
