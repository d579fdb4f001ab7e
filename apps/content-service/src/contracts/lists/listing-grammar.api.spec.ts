import type { TestApi, TestResponse } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { each, member } from '../../testing/answers';
import type { Person } from '../../testing/given';

let app: ContentApp;
let api: TestApi;
let caller: Person;
let ids: number[];

beforeAll(async () => {
  app = await startContent({ API_DEFAULT_ITEM_COUNT: '5', API_MAX_ITEM_COUNT: '7' });
  caller = await app.given.editor();
  api = app.api.as(caller);
  const { id: bookId } = await app.given.book();
  ids = [];
  for (const [index, name] of ['Café', 'cafe 2', 'CAFÉ_3', '100%', 'Äpfel', 'zebra', 'Zoo', "O'Neill"].entries()) {
    ids.push(
      (
        await app.given.page({
          bookId,
          name,
          slug: `page-${index}`,
          createdAt: new Date(Date.UTC(2024, 0, 1 + index, 12)),
        })
      ).id,
    );
  }
  await app.given.page({ bookId, name: 'Someone else’s draft', draft: true });
});
afterAll(() => app.close());

const list = async (query: string) => (await api.get(`/api/pages?${query}`)).body;
const names = async (query: string) => each(await list(query), 'name');
const relsOf = ({ headers }: TestResponse) =>
  [...(headers.get('link') ?? '').matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
const total = async (query: string) => member(await list(query), 'total');

describe('count and offset', () => {
  it.each([
    ['', 5],
    ['count=7', 7],
    ['count=6', 6],
    ['count=500', 7],
    ['count=0', 1],
    ['count=-3', 1],
    ['count=', 1],
    ['count=2.9', 2],
    ['count=abc', 7],
    ['count[]=2', 7],
    ['offset=-1', 5],
    ['offset=abc', 5],
    ['offset=6', 2],
    ['offset=99999999999999999999', 0],
    ['offset=1000', 0],
  ])('?%s shows %i of all 8', async (query, shown) => {
    const body = await list(query);
    expect({ shown: each(body, 'id').length, total: member(body, 'total') }).toEqual({ shown, total: 8 });
  });

  it('never repeat or skip an item', async () => {
    const pages = await Promise.all([0, 3, 6].map((offset) => list(`sort=priority&count=3&offset=${offset}`)));
    expect(pages.flatMap((page) => each(page, 'id'))).toEqual(ids);
  });

  it.each([
    ['count=4', ['first', 'next', 'last']],
    ['count=4&offset=3', ['first', 'prev', 'next', 'last']],
    ['count=4&offset=4', ['first', 'prev', 'last']],
    ['count=2&offset=6', ['first', 'prev', 'last']],
    ['count=3&offset=6', ['first', 'prev', 'last']],
    ['count=1&offset=7', ['first', 'prev', 'last']],
    ['count=4&offset=8', ['first', 'last']],
    ['filter[id]=0', ['first', 'last']],
  ])('?%s of 8 has links to %j', async (query, links) => {
    expect(relsOf(await api.get(`/api/pages?${query}`))).toEqual(links);
  });

  it.each([
    ['count=3', ['first', 'next', 'last']],
    ['count=3&page=2', ['first', 'prev', 'last']],
    ['count=2&page=2', ['first', 'prev', 'next', 'last']],
    ['count=2&page=3', ['first', 'prev', 'last']],
    ['count=4&page=2', ['first', 'prev', 'last']],
    ['count=2&page=4', ['first', 'prev', 'last']],
  ])('?%s of a search with 6 results has links to %j', async (query, links) => {
    const answer = await api.get(`/api/search?query={type:page}%20{in_name:e}&${query}`);
    expect([member(answer.body, 'total'), relsOf(answer)]).toEqual([6, links]);
  });

  it('limit a default above the maximum to the maximum', async () => {
    const small = await startContent({ API_MAX_ITEM_COUNT: '2' });
    const someone = small.api.as(await small.given.editor());
    for (let i = 0; i < 3; i++) await small.given.book();
    expect(each((await someone.get('/api/books')).body, 'id')).toHaveLength(2);
    expect(each((await someone.get('/api/books?count=5')).body, 'id')).toHaveLength(2);
    await small.close();
  });
});

describe('sort', () => {
  it.each([
    ['sort=name', '100%'],
    ['sort=%2Bname', '100%'],
    ['sort=+name', '100%'],
    ['sort=-name', 'Zoo'],
    ['sort=-+name', 'Zoo'],
    ['sort=-id', "O'Neill"],
    ['sort=-unknown', "O'Neill"],
    ['sort=NAME', 'Café'],
    ['sort=name,id', 'Café'],
    ['sort=-name,id', "O'Neill"],
    ['sort[]=name', 'Café'],
    ['sort=', 'Café'],
    ['sort=-', "O'Neill"],
    ['sort=-created_at', "O'Neill"],
  ])('?%s begins with %j', async (query, first) => {
    expect((await names(query))[0]).toBe(first);
  });

  it('ignores case and accents', async () => {
    expect(await names('sort=name&count=7')).toEqual(['100%', 'Äpfel', 'Café', 'cafe 2', 'CAFÉ_3', "O'Neill", 'zebra']);
  });
});

describe('filter', () => {
  it.each([
    ['filter[name]=cafe', 1],
    ['filter[name]=CAFÉ', 1],
    ['filter[name:eq]=Café', 1],
    ['filter[NAME]=cafe', 1],
    ['filter[name:like]=caf%25', 3],
    ['filter[name:like]=CAF%25', 3],
    ['filter[name:like]=caf', 0],
    ['filter[name:like]=%25e%25', 6],
    ['filter[name:like]=cafe_3', 1],
    ['filter[name:like]=____', 2],
    ['filter[name:like]=100\\', 0],
    ['filter[name:like]=%25\\', 0],
    ['filter[name]=zoo%00', 1],
    ['filter[name:ne]=%00', 8],
    ['filter[created_at]=9999-12-31', 0],
    ['filter[created_at:lt]=0000-01-01', 0],
    ['filter[created_at:gt]=2024-1-1', 8],
    ['filter[name:like]=100\\%25', 1],
    ['filter[name:zzz]=zoo', 1],
    ['filter[name:ne]=zoo', 7],
    ["filter[name]=O'Neill", 1],
    ["filter[name]=' OR '1'='1", 0],
    ['filter[name]=', 0],
    ['filter[unknown]=1', 8],
    ['filter[id:unknown]=0', 0],
    ['filter=x', 8],
    ['filter[]=x', 8],
    ['filter[name][]=zoo', 1],
    ['filter[name:like][]=zo%25', 1],
    ['filter[name][first]=zoo', 1],
    ['filter[name][][]=zoo', 8],
    ['filter[draft:like]=0', 8],
    ['filter[draft:like]=1', 0],
    ['filter[created_at:like]=%25-04 12:00:00', 1],
    ['filter[slug]=page-3', 1],
    ['filter[name]=zoo&filter[slug]=page-6', 1],
    ['filter[name]=zoo&filter[slug]=page-3', 0],
    ['filter[name:gte]=z&filter[name:ne]=zoo', 1],
    ['filter[created_at:gt]=2024-01-04', 5],
    ['filter[created_at:gte]=2024-01-04 12:00:00', 5],
    ['filter[created_at]=2024-01-04T12:00:00.000000Z', 1],
    ['filter[created_at:lt]=2024-01-04 12:00:00', 3],
    ['filter[created_at:like]=2024-01-04%25', 1],
    ['filter[created_at]=nonsense', 0],
    ['filter[created_at:ne]=2024-02-31', 8],
    ['filter[draft]=0', 8],
    ['filter[draft]=1', 0],
    ['filter[draft]=maybe', 0],
    ['filter[template]=false', 8],
    ['filter[id]=abc', 0],
    ['filter[id:gt]=-1', 8],
    ['filter[id:lt]=99999999999999999999999999', 8],
    ['filter[chapter_id]=null', 0],
    ['filter[priority:like]=2', 8],
    ['filter[name]=nothing&filter[name]=zoo', 1],
  ])('?%s matches %i', async (query, matches) => {
    const body = await list(query);
    expect(member(body, 'total')).toBe(matches);
    expect(each(body, 'id')).toHaveLength(Math.min(5, matches));
  });

  it('by id supports eq, ne, gt, gte, lt and lte', async () => {
    const [, , third] = ids;
    expect(await total(`filter[id]=${third}`)).toBe(1);
    expect(await total(`filter[id:ne]=${third}`)).toBe(7);
    expect(await total(`filter[id:gt]=${third}`)).toBe(5);
    expect(await total(`filter[id:gte]=${third}`)).toBe(6);
    expect(await total(`filter[id:lt]=${third}`)).toBe(2);
    expect(await total(`filter[id:lte]=${third}`)).toBe(3);
    expect(await total(`filter[id:gt]=${third}&filter[id:lt]=${ids[5]}`)).toBe(2);
  });
});

it('a draft is listed for its owner alone', async () => {
  const { id } = await app.given.page({ draft: true, ownedBy: caller.id, name: 'My draft' });
  expect(await names('filter[draft]=1')).toEqual(['My draft']);
  const other = app.api.as(await app.given.editor());
  expect((await other.get('/api/pages?filter[draft]=1')).body).toEqual({ data: [], total: 0 });
  const admin = app.api.as(await app.given.admin());
  expect((await admin.get('/api/pages?filter[draft]=1')).body).toEqual({ data: [], total: 0 });
  expect((await admin.get(`/api/pages/${id}`)).status).toBe(404);
  await app.database.query('DELETE FROM pages WHERE id = $1', [id]);
});

describe('a filter by a time', () => {
  let bookId: number;
  beforeAll(async () => {
    bookId = (await app.given.book()).id;
    for (const time of ['11:59:59.999', '12:00:00.000', '12:00:00.500', '12:00:00.999', '12:00:01.000'])
      await app.given.page({ bookId, createdAt: new Date(`2030-05-01T${time}Z`) });
  });

  it.each([
    ['12:00:00', { eq: 3, ne: 2, lt: 1, lte: 4, gt: 1, gte: 4 }],
    ['12:00:00.5', { eq: 1, ne: 4, lt: 2, lte: 3, gt: 2, gte: 3 }],
    ['12:00', { eq: 3, ne: 2, lt: 1, lte: 4, gt: 1, gte: 4 }],
  ])('compares with %s', async (time, expected) => {
    const totals: Record<string, unknown> = {};
    for (const operator of Object.keys(expected))
      totals[operator] = await total(`filter[book_id]=${bookId}&filter[created_at:${operator}]=2030-05-01 ${time}`);
    expect(totals).toEqual(expected);
  });
});
