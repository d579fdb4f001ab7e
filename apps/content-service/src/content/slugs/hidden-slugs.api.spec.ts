import type { TestApi } from '@almanac/testing';
import fc from 'fast-check';
import { each, idOf, member, textAt } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { waitForLinkUpdates } from '../../testing/wait-for-link-updates';

const NOBODY = { inheriting: false, view: false, create: false, update: false, delete: false };
const BASE = 'https://docs.example';

let app: ContentApp;
let author: Person;
let api: TestApi;
let admin: TestApi;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true' });
  const permissions = ['bookshelf', 'book', 'chapter', 'page'].flatMap((type) =>
    ['view', 'create', 'update', 'delete'].map((action) => `${type}-${action}-all`),
  );
  author = await app.given.user({ permissions: [...permissions, 'content-import', 'revision-view-all'] });
  api = app.api.as(author);
  admin = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

type Kind = 'bookshelf' | 'book' | 'chapter' | 'page';
const PATHS: Record<Kind, string> = { bookshelf: 'shelves', book: 'books', chapter: 'chapters', page: 'pages' };

let made = 0;
const nextName = () => `Layoffs ${++made}`;
const plainSlug = (name: string) => name.toLowerCase().replaceAll(' ', '-');

async function make(kind: Kind, name: string, place: object, by = api): Promise<number> {
  const fields = { bookshelf: {}, book: {}, chapter: place, page: { ...place, html: '<p>x</p>' } };
  const answer = await by.post(`/api/${PATHS[kind]}`, { name, ...fields[kind] });
  expect(answer.status).toBe(200);
  return idOf(answer.body);
}

async function change(kind: Kind, id: number, fields: object, by = api): Promise<void> {
  expect((await by.put(`/api/${PATHS[kind]}/${id}`, fields)).status).toBe(200);
}

const hide = async (kind: Kind, id: number) =>
  expect((await admin.put(`/api/content-permissions/${kind}/${id}`, { fallback_permissions: NOBODY })).status).toBe(
    200,
  );
const show = async (kind: Kind, id: number) =>
  expect(
    (await admin.put(`/api/content-permissions/${kind}/${id}`, { fallback_permissions: { inheriting: true } })).status,
  ).toBe(200);
const read = async (kind: Kind, id: number, by = api) => (await by.get(`/api/${PATHS[kind]}/${id}`)).body;
const slugOf = async (kind: Kind, id: number, by = api) => textAt(await read(kind, id, by), 'slug');
const aBook = () => make('book', nextName(), {}, admin);

async function importItem(kind: Kind, name: string, book_id: number): Promise<number> {
  const uploaded = await uploadArchive(app, author, await archiveOf({ [kind]: { name } }));
  const answer = await api.post(
    `/api/imports/${idOf(uploaded.body)}`,
    kind === 'book' ? {} : { parent_type: 'book', parent_id: book_id },
  );
  expect(answer.status).toBe(200);
  return idOf(answer.body);
}

/** The ways in which the author can get an item of this name into this book. */
const WAYS: Record<string, { kinds: Kind[]; bring: (kind: Kind, name: string, book_id: number) => Promise<number> }> = {
  'is made': {
    kinds: ['bookshelf', 'book', 'chapter', 'page'],
    bring: (kind, name, book_id) => make(kind, name, { book_id }),
  },
  'gets another name': {
    kinds: ['bookshelf', 'book', 'chapter', 'page'],
    bring: async (kind, name, book_id) => {
      const id = await make(kind, nextName(), { book_id });
      await change(kind, id, { name });
      return id;
    },
  },
  moves: {
    kinds: ['chapter', 'page'],
    bring: async (kind, name, book_id) => {
      const id = await make(kind, name, { book_id: await aBook() });
      await change(kind, id, { book_id });
      return id;
    },
  },
  'moves with its chapter': {
    kinds: ['page'],
    bring: async (kind, name, book_id) => {
      const chapter_id = await make('chapter', nextName(), { book_id: await aBook() });
      const id = await make(kind, name, { chapter_id });
      await change('chapter', chapter_id, { book_id });
      return id;
    },
  },
  'is restored to a revision': {
    kinds: ['page'],
    bring: async (kind, name, book_id) => {
      const elsewhere = await aBook();
      const id = await make(kind, name, { book_id: elsewhere });
      await change(kind, id, { name: nextName(), book_id });
      const first = member((await api.get(`/api/pages/${id}/revisions?sort=id`)).body, 'data.0.id');
      expect((await api.post(`/api/pages/${id}/revisions/${String(first)}/restore`)).status).toBe(200);
      return id;
    },
  },
  'is imported': { kinds: ['book', 'chapter', 'page'], bring: importItem },
};
const TABLE = Object.entries(WAYS).flatMap(([way, { kinds, bring }]) => kinds.map((kind) => ({ kind, way, bring })));

describe.each(TABLE)('when a $kind $way', ({ kind, bring }) => {
  it('it gets the plain slug and an ordinary response although a hidden item has that slug', async () => {
    const [name, alone, book_id] = [nextName(), nextName(), await aBook()];
    const hidden = await make(kind, name, { book_id }, admin);
    await hide(kind, hidden);
    const [id, other] = [await bring(kind, name, book_id), await bring(kind, alone, book_id)];
    expect([await slugOf(kind, id), await slugOf(kind, other)]).toEqual([plainSlug(name), plainSlug(alone)]);
    expect(Object.keys(Object(await read(kind, id)))).toEqual(Object.keys(Object(await read(kind, other))));
    expect(JSON.stringify(await read(kind, id))).not.toMatch(/rank/i);
    // Nothing changes for the hidden item.
    expect(await slugOf(kind, hidden, admin)).toBe(plainSlug(name));
  });

  it('it gets a random suffix when its author sees another item with that slug', async () => {
    const [name, book_id] = [nextName(), await aBook()];
    await hide(kind, await make(kind, name, { book_id }, admin));
    await make(kind, name, { book_id });
    expect((await slugOf(kind, await bring(kind, name, book_id))).replace(plainSlug(name), '')).toMatch(
      /^-[a-z0-9]{3}$/,
    );
  });
});

describe.each<Kind>(['bookshelf', 'book', 'chapter', 'page'])('two items of kind %s with one slug', (kind) => {
  async function twins() {
    const [name, book_id] = [nextName(), await aBook()];
    const older = await make(kind, nextName(), { book_id }, admin);
    // The younger item has the lower id, so that only its rank puts it in second place.
    const elder = await make(kind, name, { book_id }, admin);
    await hide(kind, elder);
    await change(kind, older, { name }, api);
    return { name, book_id, elder, younger: older };
  }

  it('are both listed by filter[slug], in the order in which they got the slug', async () => {
    const { name, elder, younger } = await twins();
    const list = async (by: TestApi) =>
      each((await by.get(`/api/${PATHS[kind]}?filter[slug]=${plainSlug(name)}`)).body, 'id');
    expect([await list(admin), await list(api)]).toEqual([[elder, younger], [younger]]);
  });

  it('keep their slugs when they are changed or restored from the recycle bin', async () => {
    const { name, elder, younger } = await twins();
    await change(kind, elder, { name: `${name}!` }, admin);
    await change(kind, younger, { name: `${name}!` });
    for (const id of [elder, younger]) {
      expect((await admin.delete(`/api/${PATHS[kind]}/${id}`)).status).toBe(204);
      const deletion = member((await admin.get('/api/recycle-bin?sort=-id')).body, 'data.0.id');
      expect((await admin.put(`/api/recycle-bin/${String(deletion)}`)).status).toBe(200);
    }
    expect([await slugOf(kind, elder, admin), await slugOf(kind, younger)]).toEqual([plainSlug(name), plainSlug(name)]);
  });

  it('let each link follow the first of them that its author can see', async () => {
    const { name, book_id, elder, younger } = await twins();
    const slug = plainSlug(name);
    const home = kind === 'bookshelf' || kind === 'book' ? '' : `/books/${await slugOf('book', book_id)}`;
    const segment = { bookshelf: '/shelves', book: '/books', chapter: '/chapter', page: '/page' }[kind];
    const html = `<p><a href="${BASE}${home}${segment}/${slug}">x</a></p>`;
    const linking = async (by: TestApi) => {
      const answer = await by.post('/api/pages', { name: nextName(), book_id: await aBook(), html });
      return idOf(answer.body);
    };
    const [ofAdmin, ofAuthor] = [await linking(admin), await linking(api)];
    const linked = async (id: number) =>
      /href="[^"]*\/([^"]*)"/.exec(textAt(await read('page', id, admin), 'raw_html'))?.[1];

    await change(kind, younger, { name: `${name} younger` });
    await waitForLinkUpdates(app);
    expect([await linked(ofAdmin), await linked(ofAuthor)]).toEqual([slug, `${slug}-younger`]);
    await change(kind, elder, { name: `${name} elder` }, admin);
    await waitForLinkUpdates(app);
    expect([await linked(ofAdmin), await linked(ofAuthor)]).toEqual([`${slug}-elder`, `${slug}-younger`]);
  });
});

it('a chapter moves to another book when both books have hidden pages with the same slug', async () => {
  const [name, from, to] = [nextName(), await aBook(), await aBook()];
  const chapter_id = await make('chapter', nextName(), { book_id: from });
  for (const place of [{ book_id: to }, { book_id: from }, { chapter_id }, { chapter_id }])
    await hide('page', await make('page', name, place, app.api.as(await blindPerson())));
  const own = await make('page', name, { chapter_id });
  await change('chapter', chapter_id, { book_id: to });
  expect(await slugOf('page', own)).toBe(plainSlug(name));
  expect(each((await admin.get(`/api/pages?filter[book_id]=${to}`)).body, 'slug').sort()).toEqual([
    plainSlug(name),
    plainSlug(name),
    expect.stringMatching(/-[a-z0-9]{3}$/),
    expect.stringMatching(/-[a-z0-9]{3}$/),
  ]);
});

/** A user who sees all books and chapters, but only their own shelves and pages. */
async function blindPerson(): Promise<Person> {
  const types = ['bookshelf', 'book', 'chapter', 'page'];
  const rights = types.flatMap((type) => [
    `${type}-view-own`,
    `${type}-create-all`,
    `${type}-update-all`,
    `${type}-delete-all`,
  ]);
  return app.given.user({
    permissions: [
      ...rights.filter((right) => !/^(book|chapter)-view/.test(right)),
      'book-view-all',
      'chapter-view-all',
    ],
  });
}

describe.each<Kind>(['bookshelf', 'page'])('a race for the slug of a %s', (kind) => {
  it('gives each author the plain slug once and unique slugs otherwise', async () => {
    const [name, book_id] = [nextName(), await aBook()];
    const people = await Promise.all([1, 2, 3, 4].map(() => blindPerson()));
    const created = people.flatMap((person) =>
      [1, 2, 3].map(async () => ({ person, id: await make(kind, name, { book_id }, app.api.as(person)) })),
    );
    const slugs = await Promise.all(
      (await Promise.all(created)).map(async ({ person, id }) => ({
        person,
        slug: await slugOf(kind, id, app.api.as(person)),
      })),
    );
    for (const person of people) {
      const own = slugs.filter((one) => one.person === person).map(({ slug }) => slug);
      expect([own.filter((slug) => slug === plainSlug(name)).length, new Set(own).size]).toEqual([1, 3]);
    }
  });
});

it('authors never get a slug of a visible item, nor a suffix because of a hidden item', async () => {
  const people = [author, await blindPerson(), await blindPerson()];
  const step = fc.record({
    who: fc.nat(people.length - 1),
    what: fc.constantFrom('make', 'rename', 'hide', 'show', 'remove'),
    name: fc.constantFrom('Alpha', 'Beta'),
    which: fc.nat(20),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 25 }), async (steps) => {
      const book_id = await aBook();
      const pages: number[] = [];
      for (const { who, what, name, which } of steps) {
        const by = app.api.as(people[who] ?? author);
        const page = pages[which % (pages.length || 1)];
        const before = await listPages(by, book_id);
        const others = (id: number) => before.filter((one) => one.id !== id).map(({ slug }) => slug);
        if (what === 'make') {
          const id = await make('page', name, { book_id }, by);
          pages.push(id);
          expectSlug(await slugOf('page', id, by), name, others(id));
        } else if (page === undefined) continue;
        else if (what === 'hide') await hide('page', page);
        else if (what === 'show') await show('page', page);
        else if (what === 'remove') {
          if ((await by.delete(`/api/pages/${page}`)).status === 204) pages.splice(pages.indexOf(page), 1);
        } else {
          const own = before.find(({ id }) => id === page);
          if (own === undefined || own.name === name) continue;
          await change('page', page, { name }, by);
          expectSlug(await slugOf('page', page, by), name, others(page));
        }
      }
    }),
    { numRuns: 5, endOnFailure: true },
  );
});

interface ListedPage {
  id: number;
  slug: string;
  name: string;
}

async function listPages(by: TestApi, book_id: number): Promise<ListedPage[]> {
  const { body } = await by.get(`/api/pages?filter[book_id]=${book_id}&count=500`);
  const [ids, slugs, names] = [each(body, 'id'), each(body, 'slug'), each(body, 'name')];
  return ids.map((id, index) => ({ id: Number(id), slug: String(slugs[index]), name: String(names[index]) }));
}

function expectSlug(slug: string, name: string, others: string[]): void {
  expect(others).not.toContain(slug);
  const plain = plainSlug(name);
  if (others.includes(plain)) expect(slug).toMatch(new RegExp(`^${plain}(-[a-z0-9]{3})+$`));
  else expect(slug).toBe(plain);
}
