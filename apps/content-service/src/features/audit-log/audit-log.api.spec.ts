import { each, idOf, member, problem } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let auditor: Person;
let editor: Person;
beforeAll(async () => {
  app = await startContent();
  auditor = await app.given.user({ permissions: ['settings-manage', 'users-manage'] });
  editor = await app.given.editor();
});
afterAll(() => app.close());

const log = async (query = '') => (await app.api.as(auditor).get(`/api/audit-log${query}`)).body;
const summary = ({ id, name, slug }: Person) => ({ id, name, slug });

/** A book that the editor creates and renames. */
async function changedBook(name: string) {
  const made = await app.api.as(editor).post('/api/books', { name });
  const id = idOf(made.body);
  const renamed = await app.api.as(editor).put(`/api/books/${id}`, { name: `${name} renamed` });
  return { id, requests: [made, renamed].map(({ headers }) => headers.get('x-request-id')) };
}

describe('GET /api/audit-log', () => {
  it.each([[['settings-manage']], [['users-manage']], [['settings-manage', 'restrictions-manage-all']], [[]]])(
    'returns 403 to callers with the permissions %j',
    async (permissions) => {
      const caller = await app.given.user({ permissions });
      const denied = problem(403, 'You do not have permission to perform the requested action.');
      expect(await app.api.as(caller).get('/api/audit-log')).toMatchObject({ status: 403, body: denied });
    },
  );

  it('returns 401 without a token', async () => {
    expect((await app.api.get('/api/audit-log')).status).toBe(401);
  });

  it('returns the user, action, item, time, IP address and request id of each entry', async () => {
    const { id, requests } = await changedBook('Told');
    const body = await log(`?filter[loggable_type]=book&filter[loggable_id]=${id}`);
    const entry = (type: string, name: string, request: unknown) => ({
      id: expect.any(Number),
      type,
      detail: `(${id}) ${name}`,
      user_id: editor.id,
      loggable_id: id,
      loggable_type: 'book',
      ip: '127.0.0.1',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      request_id: request,
      user: summary(editor),
    });
    expect(body).toEqual({
      data: [entry('book_create', 'Told', requests[0]), entry('book_update', 'Told renamed', requests[1])],
      total: 2,
    });
    expect(requests[0]).toEqual(expect.any(String));
  });

  it.each(['loggable_id', 'user_id'])('keeps the ids of deleted users, and finds them by %s', async (field) => {
    const leaver = await app.given.editor();
    const id = idOf((await app.api.as(leaver).post('/api/books', { name: 'Left behind' })).body);
    const query = `?filter[${field}]=${field === 'user_id' ? leaver.id : id}`;
    const before = await log(query);
    expect(before).toMatchObject({ data: [{ loggable_id: id, user_id: leaver.id, user: summary(leaver) }], total: 1 });
    expect((await app.api.as(auditor).delete(`/api/users/${leaver.id}`)).status).toBe(204);
    expect(await log(query)).toMatchObject({
      data: [{ loggable_id: id, user_id: leaver.id, user: null }],
      total: 1,
    });
  });

  it('never shows the entries of a deleted user as those of a later one', async () => {
    const leaver = await app.given.editor();
    expect((await app.api.as(auditor).delete(`/api/users/${leaver.id}`)).status).toBe(204);
    const { body } = await app.api.as(auditor).post('/api/users', { name: 'Later', email: 'later@x.test' });
    expect(idOf(body)).toBeGreaterThan(leaver.id);
  });

  it('returns IP addresses with the precision configured at the time of writing', async () => {
    const url = String(Reflect.get(app.database.source.options, 'url'));
    const careful = await startContent({ DATABASE_URL: url, IP_ADDRESS_PRECISION: '2' });
    const { body } = await careful.api.as(editor).post('/api/books', { name: 'Masked' });
    await careful.close();
    expect(each(await log(`?filter[loggable_id]=${idOf(body)}`), 'ip')).toEqual(['127.0.x.x']);
  });

  it('loads the entries of many users with one query', async () => {
    for (let made = 0; made < 3; made++)
      await app.api.as(await app.given.editor()).post('/api/books', { name: 'By another' });
    await log();
    const query = jest.spyOn(app.database, 'query');
    const users = new Set(each(await log('?filter[type]=book_create'), 'user_id'));
    const asked = query.mock.calls.filter(([sql]) => sql.includes('activities')).length;
    query.mockRestore();
    expect({ asked, manyUsers: users.size > 3 }).toEqual({ asked: 1, manyUsers: true });
  });

  it('returns 404 for a single entry', async () => {
    expect((await app.api.as(auditor).get('/api/audit-log/1')).status).toBe(404);
  });

  it('returns 405 for POST, PUT and DELETE', async () => {
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect((await app.api.as(auditor).send(method, '/api/audit-log')).status).toBe(405);
  });
});

describe('GET /api/audit-log with filters and sorts', () => {
  let id: number;
  beforeAll(async () => {
    ({ id } = await changedBook('Filtered'));
    await app.api.as(auditor).post(`/api/users/${auditor.id}/tokens`, { name: 'Filtered' });
  });

  it.each<[filter: string, types: string[]]>([
    ['filter[detail:like]=%25filtered%25', ['book_create', 'book_update', 'api_token_create']],
    ['filter[detail:like]=%25filtered%25&filter[type]=BOOK_update', ['book_update']],
    ['filter[detail:like]=%25filtered%25&filter[type:like]=book_%25', ['book_create', 'book_update']],
    ['filter[detail:like]=%25filtered%25&filter[type:ne]=book_update', ['book_create', 'api_token_create']],
    ['filter[detail:like]=%25filtered%25&filter[loggable_type]=Book', ['book_create', 'book_update']],
    ['filter[detail:like]=%25filtered%25&filter[ip]=127.0.0.1', ['book_create', 'book_update', 'api_token_create']],
    ['filter[detail:like]=%25filtered%25&filter[ip:like]=10.%25', []],
    [
      'filter[detail:like]=%25filtered%25&filter[created_at:gte]=2020-01-01',
      ['book_create', 'book_update', 'api_token_create'],
    ],
    ['filter[detail:like]=%25filtered%25&filter[created_at:lt]=2020-01-01', []],
    ['filter[detail:like]=%25filtered%25&sort=type', ['api_token_create', 'book_create', 'book_update']],
    ['filter[detail:like]=%25filtered%25&sort=-id', ['api_token_create', 'book_update', 'book_create']],
    ['filter[detail:like]=%25filtered%25&sort=-created_at&count=1', ['api_token_create']],
    ['filter[detail:like]=%25filtered%25&sort=loggable_type&count=1', ['api_token_create']],
    ['filter[detail:like]=%25filtered%25&sort=-loggable_type&count=1', ['book_update']],
  ])('returns for %s the entry types %j', async (query, types) => {
    expect(each(await log(`?${query}`), 'type')).toEqual(types);
  });

  it('filters entries by detail, by user and by item', async () => {
    expect(each(await log(`?filter[detail]=(${id}) filtered renamed`), 'type')).toEqual(['book_update']);
    expect(member(await log(`?filter[user_id]=${auditor.id}&filter[loggable_id]=${id}`), 'total')).toBe(0);
    expect(member(await log(`?filter[user_id]=${editor.id}&filter[loggable_id]=${id}`), 'total')).toBe(2);
  });

  it('filters entries by request id', async () => {
    const { requests } = await changedBook('Traced');
    expect(each(await log(`?filter[request_id]=${requests[1]}`), 'detail')).toEqual([
      expect.stringMatching(/Traced renamed$/),
    ]);
  });
});
