import { metrics } from '@almanac/observability';
import { type TestApi, until } from '@almanac/testing';
import { SORT_OPERATIONS } from '../../content/sorting/book-order';
import { each, idOf, member, problem, refused } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent();
  api = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const RULE = { name: 'By name', operations: ['name_asc', 'chapters_first'] };
const newRule = async (fields: object = {}) => idOf((await api.post('/api/sort-rules', { ...RULE, ...fields })).body);
const details = async (type: string) =>
  each((await api.get(`/api/audit-log?filter[type]=${type}&sort=-id`)).body, 'detail');

describe('/api/sort-rules', () => {
  it('stores a rule with all operations, changes and lists it', async () => {
    const { status, body } = await api.post('/api/sort-rules', { name: ' All ', operations: SORT_OPERATIONS });
    expect({ status, body }).toMatchObject({ status: 200, body: { name: 'All', operations: SORT_OPERATIONS } });
    const id = idOf(body);
    expect((await api.get(`/api/sort-rules/${id}`)).body).toEqual(body);
    expect((await api.put(`/api/sort-rules/${id}`, { name: 'Fewer' })).body).toMatchObject({
      id,
      name: 'Fewer',
      operations: SORT_OPERATIONS,
    });
    expect((await api.put(`/api/sort-rules/${id}`, { operations: ['name_desc'] })).body).toMatchObject({
      name: 'Fewer',
      operations: ['name_desc'],
    });
    const list = (await api.get('/api/sort-rules?filter[name]=fewer')).body;
    expect(each(list, 'id')).toEqual([id]);
  });

  it('lets all callers read rules, so that front ends can offer them', async () => {
    const id = await newRule();
    const viewer = app.api.as(await app.given.viewer());
    expect((await viewer.get('/api/sort-rules')).status).toBe(200);
    expect((await viewer.get(`/api/sort-rules/${id}`)).status).toBe(200);
    expect((await viewer.put(`/api/sort-rules/${id}`, { name: 'Mine' })).status).toBe(403);
  });

  it('allows one change per version in If-Match', async () => {
    const { headers, body } = await api.post('/api/sort-rules', RULE);
    const conditional = api.with({ 'if-match': headers.get('etag') ?? '' });
    expect((await conditional.put(`/api/sort-rules/${idOf(body)}`, { name: 'First' })).status).toBe(200);
    expect((await conditional.put(`/api/sort-rules/${idOf(body)}`, { name: 'Second' })).status).toBe(412);
    expect((await conditional.delete(`/api/sort-rules/${idOf(body)}`)).status).toBe(412);
  });

  it('records creation, change and deletion', async () => {
    const id = await newRule({ name: 'Recorded' });
    await api.put(`/api/sort-rules/${id}`, { name: 'Renamed' });
    await api.delete(`/api/sort-rules/${id}`);
    expect((await details('sort_rule_create'))[0]).toBe(`(${id}) Recorded`);
    expect((await details('sort_rule_update'))[0]).toBe(`(${id}) Renamed`);
    expect((await details('sort_rule_delete'))[0]).toBe(`(${id}) Renamed`);
  });

  it.each([
    [{ operations: ['name_asc'] }, { name: ['The name field is required.'] }],
    [{ name: 'x' }, { operations: ['The operations field is required.'] }],
    [{ name: 'x', operations: [] }, { operations: ['The operations field is required.'] }],
    [
      { name: 'x', operations: ['by_mood'] },
      { operations: [`The operations may hold only ${SORT_OPERATIONS.join(', ')}.`] },
    ],
    [
      { name: 'x', operations: ['name_asc', 'name_asc'] },
      { operations: ['The operations may hold each operation once.'] },
    ],
  ])('rejects %j', async (input, faults) => {
    expect(await api.post('/api/sort-rules', input)).toMatchObject({ status: 422, body: refused(faults) });
  });

  it('refuses to delete a rule of a book until the caller confirms; the book then has no rule', async () => {
    const id = await newRule();
    const book = idOf((await api.post('/api/books', { name: 'Sorted', sort_rule_id: id })).body);
    const message = 'The sort rule is used by 1 book. Send confirm=1 to delete it; the books keep their order.';
    expect(await api.delete(`/api/sort-rules/${id}`)).toMatchObject({ status: 409, body: problem(409, message) });
    expect((await api.delete(`/api/sort-rules/${id}?confirm=1`)).status).toBe(204);
    expect(member((await api.get(`/api/books/${book}`)).body, 'sort_rule_id')).toBeNull();
    expect((await api.get(`/api/sort-rules/${id}`)).status).toBe(404);
  });

  it('removes the setting for new books together with its rule', async () => {
    const id = await newRule();
    await api.put('/api/settings', { default_book_sort: id });
    const message =
      'The sort rule is used by the setting for new books. Send confirm=1 to delete it; the books keep their order.';
    expect(await api.delete(`/api/sort-rules/${id}`)).toMatchObject({ status: 409, body: problem(409, message) });
    expect((await api.delete(`/api/sort-rules/${id}?confirm=1`)).status).toBe(204);
    expect((await api.get('/api/settings')).body).toMatchObject({ default_book_sort: null, stored: [] });
  });
});

it('a change and a deletion of a rule that run concurrently lock its books in the same order', async () => {
  const id = await newRule();
  const book = await app.given.book({ sortRuleId: id });
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  await holder.query('SELECT 1 FROM books WHERE id = $1 FOR UPDATE', [book.id]);
  const retries = () => metrics.getSingleMetricAsString('almanac_database_retries_total');
  const before = await retries();
  const removal = api.delete(`/api/sort-rules/${id}?confirm=1`);
  await until(async () => (await countLockWaits(app.database)) === 1);
  const change = api.put(`/api/sort-rules/${id}`, { operations: ['name_desc'] });
  await until(async () => (await countLockWaits(app.database)) === 2);
  await holder.rollbackTransaction();
  await holder.release();
  expect((await removal).status).toBe(204);
  expect((await change).status).toBe(404);
  expect(await retries()).toBe(before);
});

describe('the sort rule of a book', () => {
  it('is set, kept and removed', async () => {
    const id = await newRule();
    const { body } = await api.post('/api/books', { name: 'Book', sort_rule_id: id });
    expect(body).toMatchObject({ sort_rule_id: id });
    const path = `/api/books/${idOf(body)}`;
    expect((await api.put(path, { name: 'Other' })).body).toMatchObject({ sort_rule_id: id });
    expect((await api.put(path, { sort_rule_id: null })).body).toMatchObject({ sort_rule_id: null });
  });

  it('is refused when there is no such rule', async () => {
    await newRule();
    const faults = refused({ sort_rule_id: ['The selected sort rule id is invalid.'] });
    const book = await app.given.book();
    for (const sort_rule_id of [999_999, 99_999_999_999]) {
      expect(await api.post('/api/books', { name: 'Book', sort_rule_id })).toMatchObject({ status: 422, body: faults });
      expect(await api.put(`/api/books/${book.id}`, { sort_rule_id })).toMatchObject({ status: 422, body: faults });
    }
  });

  it('is ignored while there are no rules, as in the reference', async () => {
    await app.database.query('DELETE FROM sort_rules');
    const { status, body } = await api.post('/api/books', { name: 'Book', sort_rule_id: 4 });
    expect({ status, body }).toMatchObject({ status: 200, body: { sort_rule_id: null } });
  });

  it('of a new book is that of the settings, unless the request names one or none', async () => {
    const [standard, other] = [await newRule(), await newRule()];
    await api.put('/api/settings', { default_book_sort: standard });
    const ruleOf = async (fields: object) =>
      member((await api.post('/api/books', { name: 'New', ...fields })).body, 'sort_rule_id');
    expect(await ruleOf({})).toBe(standard);
    expect(await ruleOf({ sort_rule_id: other })).toBe(other);
    expect(await ruleOf({ sort_rule_id: null })).toBeNull();
    await api.put('/api/settings', { default_book_sort: null });
    expect(await ruleOf({})).toBeNull();
  });
});
