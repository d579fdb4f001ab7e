import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import type { Made } from '../../testing/given';

// Titles begin with the ids of the conformance cases.
let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

describe.each([
  ['categories', 'category'],
  ['tags', 'tag'],
] as const)('%s', (plural, kind) => {
  const path = `/${plural}`;
  const send = (who: Partial<Person>, method: string, where: string, fields?: object) =>
    app.api.as(who).send(method, where, fields);

  /** Names of a list's terms, or the status of a refusal. */
  async function names(query: string): Promise<unknown> {
    const { status, text } = await app.api.get(`${path}?hide_empty=false&${query}`);
    const records: Record<string, unknown>[] = JSON.parse(text)[plural] ?? [];
    return status === 200 ? records.map(({ name }) => name) : status;
  }

  it('TM-1, TM-2: a list without used terms is empty', async () => {
    for (const query of ['?hide_empty=false', '']) {
      const { body, headers } = await app.api.get(`${path}${query}`);
      expect(body).toMatchObject({ [plural]: [], total: 0, total_pages: 0 });
      expect([headers.get('x-tec-total'), headers.get('x-tec-totalpages')]).toEqual(['0', '0']);
      if (query !== '') await app.given[kind]({ name: 'Unused' });
    }
  });

  it('TM-3: pages have links, and one beyond the last is empty', async () => {
    for (let n = 1; n <= 9; n += 1) await app.given[kind]({ name: `Numbered ${n}` });
    const page = async (n: number) =>
      (await app.api.get(`${path}?hide_empty=false&search=numbered&per_page=3&page=${n}`)).text;
    const pageOf = (link: string | undefined) =>
      link === undefined ? undefined : new URL(link).searchParams.get('page');
    const links = async (n: number) => {
      const { next_rest_url: next, previous_rest_url: previous } = JSON.parse(await page(n));
      return [pageOf(previous), pageOf(next)];
    };
    expect([await links(1), await links(2), await links(3)]).toEqual([
      [undefined, '2'],
      [null, '3'],
      ['2', undefined],
    ]);
    expect(JSON.parse(await page(4))).toMatchObject({ [plural]: [], total: 9, total_pages: 3 });
    expect(await links(9)).toEqual(['8', undefined]);
  });

  it('TM-4, TM-8: a term can be created, and deleted for good', async () => {
    const { status, body, headers } = await send(editor, 'POST', path, {
      name: 'Made here',
      description: 'Words',
      slug: 'made',
    });
    const { id }: Made = JSON.parse(JSON.stringify(body));
    const self = `https://calendar.example/calendar/events/v1${path}/${id}`;
    expect([status, headers.get('location'), body]).toMatchObject([
      201,
      self,
      {
        name: 'Made here',
        description: 'Words',
        slug: 'made',
        count: 0,
        taxonomy: `event_${kind}`,
        urls: { self, collection: self.replace(`/${id}`, '') },
      },
    ]);
    const { body: deleted } = await send(editor, 'DELETE', `${path}/${id}`);
    expect(deleted).toEqual(body);
    for (const method of ['GET', 'DELETE']) expect((await send(editor, method, `${path}/${id}`)).status).toBe(404);
  });

  it('TM-5, TM-6: writing requires rights', async () => {
    const { id } = await app.given[kind]();
    for (const who of [app.given.subscriber(), app.given.contributor()])
      for (const [method, where] of [
        ['POST', path],
        ['PATCH', `${path}/${id}`],
        ['DELETE', `${path}/${id}`],
      ] as const)
        expect((await send(who, method, where, { name: 'Refused' })).status).toBe(403);
    expect((await send(app.given.author(), 'POST', path, { name: 'By an author' })).status).toBe(
      kind === 'category' ? 201 : 403,
    );
  });

  it('TM-9: terms are sorted by name or as requested, regardless of case', async () => {
    for (const name of ['sorted b', 'Sorted A', 'Sorted C']) await app.given[kind]({ name });
    expect(await names('search=sorted&orderby=id&order=desc')).toEqual(['Sorted C', 'Sorted A', 'sorted b']);
    expect(await names('search=sorted&orderby=name&order=asc')).toEqual(['Sorted A', 'sorted b', 'Sorted C']);
    expect(await names('search=sorted')).toEqual(['Sorted A', 'sorted b', 'Sorted C']);
    for (const query of ['order=', 'orderby=', 'order=sideways']) expect(await names(query)).toBe(400);
  });

  it('TM-11: post and event filter terms by event', async () => {
    const [a, b, c] = [
      await app.given[kind]({ name: 'of a' }),
      await app.given[kind]({ name: 'of b' }),
      await app.given[kind]({ name: 'of c' }),
    ];
    const one = await app.given.event({ [plural]: [a.id, b.id] });
    const two = await app.given.event({ [plural]: [c.id] });
    expect(await names(`post=${one.id}`)).toEqual(['of a', 'of b']);
    expect(await names(`event=${two.id}`)).toEqual(['of c']);
    expect(await names(`post=${one.id}&event=${two.id}`)).toEqual(['of c']);
    for (const name of ['post', 'event'])
      for (const value of ['foo', '99999', '']) expect(await names(`${name}=${value}`)).toBe(400);
  });

  it('TM-12: include, exclude and slug filter terms', async () => {
    const [a, b] = [
      await app.given[kind]({ name: 'picked a' }),
      await app.given[kind]({ name: 'picked b', slug: `${kind}-b` }),
    ];
    expect(await names(`include=${a.id},${b.slug}`)).toEqual(['picked a', 'picked b']);
    expect(await names(`search=picked&exclude[]=${a.id}`)).toEqual(['picked b']);
    expect(await names(`slug=${b.slug}`)).toEqual(['picked b']);
    expect(await names('slug=unheard-of')).toEqual([]);
    for (const query of ['include=99999', 'exclude=99999', `include=${a.id},99999`, 'slug='])
      expect(await names(query)).toBe(400);
  });

  it('TM-14: a duplicate name returns 400', async () => {
    const { id } = await app.given[kind]({ name: 'Taken' });
    expect(await send(editor, 'POST', path, { name: 'taken' })).toMatchObject({
      status: 400,
      body: { code: 'term_exists', data: { term_id: id } },
    });
  });
});

it.each([
  { name: '' },
  { name: undefined },
  { name: 'x', parent: '' },
  { name: 'x', parent: 2_389 },
  { name: 'x', parent: 'foo' },
])('TM-7: POST /categories rejects %j', async (fields) => {
  expect((await app.api.as(editor).post('/categories', fields)).status).toBe(400);
});

it('TM-4, TM-10, TM-13: the children of a deleted category move up to its parent', async () => {
  const parent = await app.given.category();
  const [child, other] = [
    await app.given.category({ parent: parent.id }),
    await app.given.category({ parent: parent.id }),
  ];
  const grandchild = await app.given.category({ parent: child.id });
  expect(child).toMatchObject({
    parent: parent.id,
    urls: { up: expect.stringMatching(new RegExp(`/categories/${parent.id}$`)) },
  });
  const { body } = await app.api.get(`/categories?hide_empty=false&parent=${parent.id}`);
  expect(body).toMatchObject({ total: 2, categories: [{ id: child.id }, { id: other.id }] });
  for (const value of ['2389', 'foo', '']) expect((await app.api.get(`/categories?parent=${value}`)).status).toBe(400);
  await app.api.as(editor).delete(`/categories/${child.id}`);
  expect((await app.api.get(`/categories/${grandchild.id}`)).body).toMatchObject({ parent: parent.id });
});
