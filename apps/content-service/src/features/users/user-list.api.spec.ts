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
  return idOf(
    (await api.post('/api/users', { name: `Person ${made}`, email: `person-${made}@example.com`, ...changes })).body,
  );
};

describe('the list of users', () => {
  beforeAll(async () => {
    for (let i = 0; i < 3; i++) await create();
  });

  it('returns users without roles', async () => {
    const id = await create({ name: 'Listed', email: 'listed@example.com', external_auth_id: 'ext' });
    const { body } = await api.get('/api/users?filter[email]=LISTED@example.com');
    expect(body).toMatchObject({
      data: [{ id, name: 'Listed', slug: 'listed', external_auth_id: 'ext', last_activity_at: null }],
      total: 1,
    });
    expect(Object.keys(Object(member(body, 'data.0'))).sort()).toEqual([
      'avatar_url',
      'created_at',
      'edit_url',
      'email',
      'external_auth_id',
      'id',
      'last_activity_at',
      'name',
      'profile_url',
      'slug',
      'updated_at',
    ]);
  });

  it('returns the last activity, with nulls last in descending and first in ascending order', async () => {
    const active = await create();
    await app.database.query(
      `INSERT INTO activities (type, user_id, created_at) VALUES ('auth_login', $1, '2999-01-01'), ('auth_login', $1, '2998-01-01')`,
      [active],
    );
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
  ])('can be filtered by %s', async (filter) => {
    const { status, body } = await api.get(`/api/users?${filter}&count=2`);
    expect({ status, length: each(body, 'id').length }).toEqual({ status: 200, length: 2 });
  });
});

describe('the list of users is sorted', () => {
  const prefix = 'sorted-';
  let ids: number[];
  beforeAll(async () => {
    ids = [];
    for (let i = 0; i < 4; i++) ids.push(await create());
    // The order of each field differs from that of the ids and of the other fields.
    const text = (rank: number) => `${prefix}${rank}`;
    const day = (rank: number) => `2020-01-0${rank + 1}`;
    await setRanks('name', [3, 0, 2, 1], text);
    await setRanks('slug', [2, 0, 1, 3], text);
    await setRanks('email', [1, 3, 0, 2], text);
    await setRanks('external_auth_id', [3, 2, 0, 1], text);
    await setRanks('created_at', [1, 0, 3, 2], day);
    await setRanks('updated_at', [2, 3, 1, 0], day);
    const login = `INSERT INTO activities (type, user_id, created_at) VALUES ('auth_login', $1, $2)`;
    for (const [index, rank] of [0, 2, 3, 1].entries()) await app.database.query(login, [ids[index], day(rank)]);
  });

  it.each<[string, number[]]>([
    ['id', [0, 1, 2, 3]],
    ['name', [1, 3, 2, 0]],
    ['slug', [1, 2, 0, 3]],
    ['email', [2, 0, 3, 1]],
    ['external_auth_id', [2, 3, 1, 0]],
    ['created_at', [1, 0, 3, 2]],
    ['updated_at', [3, 2, 0, 1]],
    ['last_activity_at', [0, 3, 1, 2]],
  ])('by %s, in both directions', async (field, order) => {
    const sorted = async (sort: string) =>
      each((await api.get(`/api/users?filter[email:like]=${prefix}%25&sort=${sort}`)).body, 'id');
    expect(await sorted(field)).toEqual(order.map((index) => ids[index]));
    expect(await sorted(`-${field}`)).toEqual(order.toReversed().map((index) => ids[index]));
  });

  async function setRanks(column: string, ranks: readonly number[], valueOf: (rank: number) => string): Promise<void> {
    const update = `UPDATE users SET ${column} = $2 WHERE id = $1`;
    for (const [index, rank] of ranks.entries()) await app.database.query(update, [ids[index], valueOf(rank)]);
  }
});
