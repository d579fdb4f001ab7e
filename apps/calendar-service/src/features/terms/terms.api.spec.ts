import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

/** Names of a list of categories or tags. */
async function names(path: string): Promise<unknown> {
  const { status, body } = await app.api.get(path);
  if (status !== 200 || typeof body !== 'object' || body === null) return status;
  const terms: unknown = Object.values(body).find(Array.isArray);
  return Array.isArray(terms) ? terms.map(({ name }: { name: string }) => name) : undefined;
}

describe('POST /categories', () => {
  it('creates a category with its links', async () => {
    const parent = await app.given.category({ name: 'Talks' });
    const { status, headers, body } = await app.api
      .as(app.given.author())
      .post('/categories', { name: 'Short Talks', parent: parent.id });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Short Talks',
      slug: 'short-talks',
      parent: parent.id,
      count: 0,
      taxonomy: 'event_category',
      urls: { up: `https://calendar.example/calendar/events/v1/categories/${parent.id}` },
    });
    expect(headers.get('location')).toMatch(/\/categories\/\d+$/);
  });

  it('rejects a sibling with the same name, regardless of case', async () => {
    const { id } = await app.given.category({ name: 'Fairs' });
    const { status, body } = await app.api.as(app.given.editor()).post('/categories', { name: 'FAIRS' });
    expect([status, body]).toMatchObject([400, { code: 'term_exists', data: { term_id: id } }]);
    expect(await app.given.category({ name: 'Fairs', parent: id })).toMatchObject({ slug: 'fairs-fairs' });
  });

  it('makes the slug from the name when the given one has neither letters nor digits', async () => {
    expect(await app.given.category({ name: 'Signs alone', slug: '!!!' })).toMatchObject({ slug: 'signs-alone' });
  });

  it('lets a sibling with a free slug of its own have the same name', async () => {
    const api = app.api.as(app.given.editor());
    const first = await app.given.category({ name: 'Shared' });
    const second = await app.given.category({ name: 'Shared', slug: 'shared-by-two' });
    expect(second).toMatchObject({ slug: 'shared-by-two' });
    for (const [slug, { id }] of [
      ['shared', first],
      ['shared-by-two', second],
      ['', first],
    ] as const)
      expect(await api.post('/categories', { name: 'shared', slug })).toMatchObject({
        status: 400,
        body: { code: 'term_exists', data: { term_id: id } },
      });
  });

  it('lets a sibling have the same name in another letter case if no sibling has its slug', async () => {
    await app.given.category({ name: 'Cinéma', slug: 'films' });
    expect(await app.given.category({ name: 'cinéma' })).toMatchObject({ slug: 'cinema' });
    expect(await app.given.category({ name: 'CINÉMA' })).toMatchObject({ slug: 'cinema-2' });
  });

  it('appends the slug of the parent to a slug that a term elsewhere has', async () => {
    await app.given.category({ name: 'Elsewhere', slug: 'wanted' });
    const parent = await app.given.category({ name: 'Near' });
    await app.given.category({ name: 'Namesake', parent: parent.id });
    const namesake = { name: 'Namesake', slug: 'wanted', parent: parent.id };
    expect(await app.given.category(namesake)).toMatchObject({ slug: 'wanted-near' });
  });

  it('makes the slug from the name if nothing is left of the given one', async () =>
    expect(await app.given.category({ name: 'Signs', slug: '!?' })).toMatchObject({ slug: 'signs' }));

  it('requires the permission to manage categories', async () => {
    expect((await app.api.as(app.given.contributor()).post('/categories', { name: 'x' })).status).toBe(403);
    expect((await app.api.post('/categories', { name: 'x' })).status).toBe(401);
    expect((await app.api.post('/categories', {})).status).toBe(400);
  });
});

describe('PUT /categories/{id}', () => {
  it('moves a category, but never below itself', async () => {
    const editor = app.given.editor();
    const top = await app.given.category({ name: 'Top', description: 'Stays' });
    const below = await app.given.category({ parent: top.id });
    const lowest = await app.given.category({ parent: below.id });
    expect((await app.api.as(editor).put(`/categories/${top.id}`, { parent: lowest.id })).status).toBe(400);
    expect((await app.api.as(editor).put(`/categories/${top.id}`, { parent: top.id })).status).toBe(400);
    expect((await app.api.as(editor).put(`/categories/${below.id}`, { parent: 0 })).body).toMatchObject({ parent: 0 });
    expect((await app.api.as(editor).patch(`/categories/${top.id}`, { name: 'Topmost' })).body).toMatchObject({
      slug: 'top',
      description: 'Stays',
    });
  });
});

it.each(['category', 'tag'] as const)('PATCH refuses the slug of another %s, unless the term moves', async (kind) => {
  const path = kind === 'tag' ? '/tags' : '/categories';
  const api = app.api.as(app.given.editor());
  await app.given[kind]({ name: 'Holder', slug: 'held' });
  const { id, slug } = await app.given[kind]({ name: 'Wants it' });
  expect(await api.patch(`${path}/${id}`, { slug: 'Held' })).toMatchObject({
    status: 400,
    body: { code: 'duplicate_term_slug' },
  });
  expect(await api.patch(`${path}/${id}`, { slug })).toMatchObject({ status: 200, body: { slug } });
  if (kind === 'tag') return;
  const parent = await app.given.category({ name: 'Above' });
  expect(await api.patch(`${path}/${id}`, { slug: 'held', parent: parent.id })).toMatchObject({
    status: 200,
    body: { slug: 'held-above' },
  });
});

it.each(['category', 'tag'] as const)('PATCH lets a %s have a name that is taken', async (kind) => {
  const path = kind === 'tag' ? '/tags' : '/categories';
  await app.given[kind]({ name: 'Wanted twice' });
  const { id, slug } = await app.given[kind]({ name: 'Renamed' });
  const answer = await app.api.as(app.given.editor()).patch(`${path}/${id}`, { name: 'Wanted twice' });
  expect(answer).toMatchObject({ status: 200, body: { id, name: 'Wanted twice', slug } });
});

describe('DELETE /categories/{id}', () => {
  it('moves a child to a parent that has one of the same name', async () => {
    const top = await app.given.category();
    const middle = await app.given.category({ parent: top.id });
    const twin = await app.given.category({ name: 'Twin', parent: top.id });
    const child = await app.given.category({ name: 'Twin', parent: middle.id });
    expect((await app.api.as(app.given.editor()).delete(`/categories/${middle.id}`)).status).toBe(200);
    const { body } = await app.api.get(`/categories?hide_empty=false&parent=${top.id}`);
    expect(body).toMatchObject({ categories: [{ id: twin.id }, { id: child.id }] });
  });

  it('deletes the category for good and moves its children up', async () => {
    const editor = app.given.editor();
    const top = await app.given.category();
    const middle = await app.given.category({ parent: top.id });
    const child = await app.given.category({ parent: middle.id });
    expect(await app.api.as(editor).delete(`/categories/${middle.id}`)).toMatchObject({
      status: 200,
      body: { id: middle.id, parent: top.id },
    });
    expect((await app.api.get(`/categories/${child.id}`)).body).toMatchObject({ parent: top.id });
    expect((await app.api.as(editor).delete(`/categories/${middle.id}`)).status).toBe(404);
  });
});

describe('GET /categories and /tags', () => {
  it('hide terms if neither they nor their children have published events', async () => {
    const top = await app.given.category({ name: 'zz top' });
    const used = await app.given.category({ name: 'zz used', parent: top.id });
    const drafted = await app.given.category({ name: 'zz drafted' });
    await app.given.event({ categories: [used.id] });
    await app.given.event({ categories: [drafted.id], status: 'draft' });
    expect(await names('/categories?search=zz')).toEqual(['zz top', 'zz used']);
    expect(await names('/categories?search=zz&hide_empty=false&order=desc')).toEqual([
      'zz used',
      'zz top',
      'zz drafted',
    ]);
    expect(await names(`/categories?hide_empty=false&parent=${top.id}`)).toEqual(['zz used']);
    expect(await names(`/categories?hide_empty=false&orderby=include&include=${used.id},${top.id}`)).toEqual([
      'zz used',
      'zz top',
    ]);
  });

  it('have the oldest term first by id, and where the reference has no order', async () => {
    const [first, second] = [await app.given.tag({ name: 'vv z' }), await app.given.tag({ name: 'vv a' })];
    const both = `hide_empty=false&include=${first.id},${second.id}`;
    for (const orderby of ['id', 'term_id', 'none', 'term_order'])
      expect(await names(`/tags?${both}&orderby=${orderby}`)).toEqual(['vv z', 'vv a']);
  });

  it('ignore exclude beside include', async () => {
    const [a, b] = [await app.given.tag({ name: 'ww a' }), await app.given.tag({ name: 'ww b' })];
    const both = `hide_empty=false&include=${a.id},${b.id}`;
    expect(await names(`/tags?${both}&exclude=${a.id}`)).toEqual(['ww a', 'ww b']);
  });

  it('show the terms of one event', async () => {
    const event = await app.given.event({ tags: 'yy two, yy one' });
    expect(await names(`/tags?event=${event.id}`)).toEqual(['yy one', 'yy two']);
    expect(await names(`/tags?event=${event.id}&page=9`)).toEqual([]);
  });

  it.each([
    'order=',
    'order=foo',
    'orderby=',
    'slug=',
    'parent=4711',
    'include=4711',
    'event=4711',
    'hide_empty=maybe',
    'per_page=0',
  ])('reject %s with 400', async (query) => {
    expect(await names(`/categories?${query}`)).toBe(400);
  });
});

it('tags cannot have a parent', async () => {
  const { id } = await app.given.category();
  const tag = await app.given.tag();
  const api = app.api.as(app.given.editor());
  const refusal = { status: 400, body: { code: 'rest_taxonomy_not_hierarchical' } };
  for (const parent of [id, 0, '']) {
    expect(await api.post('/tags', { name: 'With a parent', parent })).toMatchObject(refusal);
    expect(await api.patch(`/tags/${tag.id}`, { parent })).toMatchObject(refusal);
  }
  expect((await api.patch(`/tags/${tag.id}`, { parent: null })).status).toBe(200);
  expect((await api.patch('/tags/4711', { parent: id })).status).toBe(404);
  expect((await app.api.as(app.given.author()).post('/tags', { name: 'x', parent: id })).status).toBe(403);
});

describe('PATCH /tags/{id}', () => {
  it('requires the permission to manage tags', async () => {
    const tag = await app.given.tag();
    expect((await app.api.as(app.given.author()).patch(`/tags/${tag.id}`, { name: 'x' })).status).toBe(403);
    const { body } = await app.api.as(app.given.editor()).patch(`/tags/${tag.id}`, { slug: 'Own Slug' });
    expect(body).toMatchObject({ slug: 'own-slug', taxonomy: 'event_tag' });
    expect(body).not.toHaveProperty('parent');
  });
});

it('a name of markup alone adds no term to an event', async () => {
  const day = { title: 'Fair', start_date: '2031-05-01', end_date: '2031-05-01' };
  const terms = { categories: '<b></b>, Markets', tags: ['<script>', '<b> </b>', 'Open'] };
  expect(await app.api.as(app.given.editor()).post('/events', { ...day, ...terms })).toMatchObject({
    status: 201,
    body: { categories: [{ name: 'Markets' }], tags: [{ name: 'Open' }] },
  });
});
