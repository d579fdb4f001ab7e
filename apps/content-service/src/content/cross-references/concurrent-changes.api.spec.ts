import { nonEmpty, type TestApi, until } from '@almanac/testing';
import { idOf, member, textAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import { countLockWaits } from '../../testing/count-lock-waits';
import { waitForLinkUpdates } from '../../testing/wait-for-link-updates';

const BASE = 'https://docs.example';
const ROUNDS = 5;

let app: ContentApp;
let api: TestApi;
beforeAll(async () => {
  app = await startContent({ RUN_JOBS: 'true', DATABASE_POOL_SIZE: '12' });
  api = app.api.as(await app.given.admin());
});
afterAll(() => app.close());

const read = async (path: string) => (await api.get(`/api/${path}`)).body;
const slugOf = async (path: string) => textAt(await read(path), 'slug');

async function addressOf(kind: 'page' | 'chapter', id: number): Promise<string> {
  const item = await read(`${kind}s/${id}`);
  return `${BASE}/books/${await slugOf(`books/${String(member(item, 'book_id'))}`)}/${kind}/${textAt(item, 'slug')}`;
}

/** A library of two books, with links to all its items in a page of HTML, a page of Markdown and the description of a shelf. */
interface Library {
  shelf: number;
  book: number;
  chapter: number;
  /** In the book. */
  page: number;
  /** In the chapter. */
  inside: number;
  other: number;
  /** In the other book. */
  otherChapter: number;
  sources: [path: string, member: string][];
}

const addressesOf = async ({ shelf, book, chapter, page, inside, other, otherChapter }: Library) => [
  `${BASE}/shelves/${await slugOf(`shelves/${shelf}`)}`,
  `${BASE}/books/${await slugOf(`books/${book}`)}`,
  await addressOf('chapter', chapter),
  await addressOf('page', page),
  await addressOf('page', inside),
  `${BASE}/books/${await slugOf(`books/${other}`)}`,
  await addressOf('chapter', otherChapter),
];

const linkedIn = async ({ sources }: Library) =>
  Promise.all(
    sources.map(async ([path, key]) =>
      [...textAt(await read(path), key).matchAll(/(?:href="|\]\()([^")]*)/g)].map(([, url]) => url),
    ),
  );

let made = 0;
async function library(): Promise<Library> {
  const { given } = app;
  const [{ id: book }, { id: other }] = [await given.book(), await given.book()];
  const { id: chapter } = await given.chapter({ bookId: book });
  const named = { name: `Page ${(made += 1)}`, book_id: book, html: '<p>x</p>' };
  const items = {
    ...{ shelf: (await given.shelf()).id, book, other, chapter },
    // With a revision, which can be restored.
    page: idOf((await api.post('/api/pages', named)).body),
    inside: (await given.page({ bookId: book, chapterId: chapter })).id,
    otherChapter: (await given.chapter({ bookId: other })).id,
  };
  const urls = await addressesOf({ ...items, sources: [] });
  const html = urls.map((url) => `<p><a href="${url}">x</a></p>`).join('');
  const markdown = urls.map((url) => `[x](${url})`).join('\n\n');
  return {
    ...items,
    sources: [
      [`pages/${(await given.page({ html })).id}`, 'raw_html'],
      [`pages/${(await given.page({ html, markdown })).id}`, 'markdown'],
      [`shelves/${(await given.shelf({ descriptionHtml: html })).id}`, 'description_html'],
    ],
  };
}

type Change = (library: Library) => Promise<{ status: number }>;
const put =
  (path: (library: Library) => string, body: (library: Library) => object): Change =>
  (of) =>
    api.put(`/api/${path(of)}`, body(of));
const renamed = (what: string) => () => ({ name: `${what} ${(made += 1)}, renamed` });

const renameShelf = put(({ shelf }) => `shelves/${shelf}`, renamed('Shelf'));
const renameBook = put(({ book }) => `books/${book}`, renamed('Book'));
const renameOther = put(({ other }) => `books/${other}`, renamed('Book'));
const renameChapter = put(({ chapter }) => `chapters/${chapter}`, renamed('Chapter'));
const renameOtherChapter = put(({ otherChapter }) => `chapters/${otherChapter}`, renamed('Chapter'));
const renamePage = put(({ page }) => `pages/${page}`, renamed('Page'));
const renameInside = put(({ inside }) => `pages/${inside}`, renamed('Page'));
const movePage = put(
  ({ page }) => `pages/${page}`,
  ({ other }) => ({ book_id: other }),
);
const movePageIntoChapter = put(
  ({ page }) => `pages/${page}`,
  ({ otherChapter }) => ({ ...renamed('Page')(), chapter_id: otherChapter }),
);
const moveChapter = put(
  ({ chapter }) => `chapters/${chapter}`,
  ({ other }) => ({ ...renamed('Chapter')(), book_id: other }),
);
/** To the first name, which the page had before `renamePage`. */
const restorePage: Change = async ({ page }) => {
  const revisions = (await api.get(`/api/pages/${page}/revisions?sort=id`)).body;
  return api.post(`/api/pages/${page}/revisions/${idOf(member(revisions, 'data.0'))}/restore`);
};

const TOGETHER: [what: string, ...changes: Change[]][] = [
  ['a page and its book are renamed', renamePage, renameBook],
  ['a page is restored and its book is renamed', restorePage, renameBook],
  ['a page moves and its former book is renamed', movePage, renameBook],
  ['a page moves and its new book is renamed', movePage, renameOther],
  ['a page moves and both books are renamed', movePage, renameBook, renameOther],
  ['a page moves into a chapter, which is renamed', movePageIntoChapter, renameOtherChapter, renameOther],
  ['a chapter and its book are renamed', renameChapter, renameBook],
  ['a chapter moves and its former book is renamed', moveChapter, renameBook],
  ['a chapter moves and its new book is renamed', moveChapter, renameOther],
  ['a chapter moves, and its page and both books are renamed', moveChapter, renameInside, renameBook, renameOther],
  ['a shelf, its books and their contents are renamed', renameShelf, renameBook, renameChapter, renamePage],
];

const deadlocks = async () =>
  app.database.query(`SELECT deadlocks::int AS deadlocks FROM pg_stat_database WHERE datname = current_database()`);

it.each(TOGETHER)('links live on when at once %s', async (_what, ...changes) => {
  const before = await deadlocks();
  const libraries: Library[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const one = await library();
    libraries.push(one);
    if (changes.includes(restorePage)) expect((await renamePage(one)).status).toBe(200);
    const order = round % 2 === 0 ? changes : changes.toReversed();
    const answers = await Promise.all(order.map((change) => change(one)));
    expect(answers.map(({ status }) => status)).toEqual(changes.map(() => 200));
  }
  await waitForLinkUpdates(app);
  for (const one of nonEmpty(libraries)) {
    const live = await addressesOf(one);
    expect(await linkedIn(one)).toEqual([live, live, live]);
  }
  expect(await deadlocks()).toEqual(before);
});

const WHILE_BOOK_IS_RENAMED: [what: string, book: 'book' | 'other', change: Change][] = [
  ['a page is renamed', 'book', renamePage],
  ['a page moves away', 'book', movePage],
  ['a page moves in', 'other', movePage],
  ['a page moves into one of its chapters', 'other', movePageIntoChapter],
  ['a page is restored', 'book', restorePage],
  ['a chapter is renamed', 'book', renameChapter],
  ['a chapter moves away', 'book', moveChapter],
  ['a chapter moves in', 'other', moveChapter],
];

it.each(WHILE_BOOK_IS_RENAMED)(
  'links live on when %s before a new name of a book is committed',
  async (_, key, change) => {
    const one = await library();
    if (change === restorePage) expect((await renamePage(one)).status).toBe(200);
    const holder = app.database.source.createQueryRunner();
    await holder.startTransaction();
    await holder.query(`UPDATE books SET slug = slug || '-new' WHERE id = $1`, [one[key]]);
    const changing = change(one);
    await Promise.race([changing, until(async () => (await countLockWaits(app.database)) > 0)]);
    await holder.commitTransaction();
    await holder.release();
    expect((await changing).status).toBe(200);
    await waitForLinkUpdates(app);
    const live = await addressesOf(one);
    expect(await linkedIn(one)).toEqual([live, live, live]);
  },
);

it.each(['pages', 'chapters'])(
  'a change of %s by another program waits for the new name of its book',
  async (table) => {
    const one = await library();
    const [holder, program] = [app.database.source.createQueryRunner(), app.database.source.createQueryRunner()];
    await holder.startTransaction();
    await holder.query(`UPDATE books SET slug = slug || '-new' WHERE id = $1`, [one.book]);
    const id = table === 'pages' ? one.page : one.chapter;
    const changing = program.query(`UPDATE ${table} SET slug = slug || '-new' WHERE id = $1`, [id]);
    await Promise.race([changing, until(async () => (await countLockWaits(app.database)) > 0)]);
    await holder.commitTransaction();
    await changing;
    for (const runner of [holder, program]) await runner.release();
    await waitForLinkUpdates(app);
    const live = await addressesOf(one);
    expect(await linkedIn(one)).toEqual([live, live, live]);
  },
);
