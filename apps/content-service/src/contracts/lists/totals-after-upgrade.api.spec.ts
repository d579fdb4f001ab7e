import { compactSums, migrate } from '@almanac/database';
import { compactTallies } from '../../content/tallies/visible-totals';
import { contentDataSource } from '../../data-source';
import { MIGRATIONS } from '../../migrations';
import { TalliesOfBooksAndChapters1795370520000 } from '../../migrations/1795370520000-tallies-of-books-and-chapters';
import { numberAt } from '../../testing/answers';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';

let app: ContentApp;
let callers: Person[];
beforeAll(async () => {
  app = await startContent();
  const own = ['book-view-own', 'chapter-view-own', 'page-view-own'];
  callers = [await app.given.admin(), await app.given.viewer(), await app.given.user({ permissions: own })];
});
afterAll(() => app.close());

const addItems = async (ownedBy: number | null = null) => {
  const book = await app.given.book({ ownedBy });
  const chapter = await app.given.chapter({ bookId: book.id, ownedBy });
  await app.given.page({ bookId: book.id, chapterId: chapter.id, ownedBy });
};

/** The totals of each caller: books, chapters, pages. */
const totals = () =>
  Promise.all(
    callers.map((caller) =>
      Promise.all(
        ['books', 'chapters', 'pages'].map(async (list) =>
          numberAt((await app.api.as(caller).get(`/api/${list}?count=1`)).body, 'total'),
        ),
      ),
    ),
  );

it('totals include the items that were written before the upgrade', async () => {
  // The service's own connections prepare statements, whose snapshots would hold up the build of an index.
  const source = await contentDataSource(app.databaseUrl).initialize();
  await addItems();
  await compactTallies(app.database);
  expect(await totals()).toEqual([
    [1, 1, 1],
    [1, 1, 1],
    [0, 0, 0],
  ]);
  const first = MIGRATIONS.indexOf(TalliesOfBooksAndChapters1795370520000);
  for (let n = MIGRATIONS.length; n > first; n -= 1) await source.undoLastMigration({ transaction: 'each' });
  await addItems();
  await addItems(callers[2]?.id);
  await compactSums(app.database, { page_tallies: 'scope_id' });
  await migrate(source);
  await source.destroy();
  const after = [
    [3, 3, 3],
    [3, 3, 3],
    [1, 1, 1],
  ];
  expect(await totals()).toEqual(after);
  await compactTallies(app.database);
  expect(await totals()).toEqual(after);
  expect(await totals()).toEqual(after);
});
