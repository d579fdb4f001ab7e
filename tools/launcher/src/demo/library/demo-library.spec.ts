import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { demoPeople, demoRoles } from '../people/people';
import { pagesOf } from './books/demo-book';
import { demoShelves, discardedPage, MARKER_SHELF } from './library';
import { PageTexts, slugOf } from './page-texts';

const books = demoShelves.flatMap((shelf) => shelf.books);
const chapters = books.flatMap((book) => book.chapters);
const pages = [...books.flatMap(pagesOf), discardedPage];
const filesIn = (folder: string) => readdirSync(path.join(__dirname, folder));

it('creates its marker shelf last', () => {
  expect(demoShelves.at(-1)?.name).toBe(MARKER_SHELF);
});

it.each([
  ['books', books],
  ['chapters', chapters],
  ['pages', pages],
])('has %s with different names', (_, items) => {
  const names = items.map(({ name }) => slugOf(name));
  expect(new Set(names).size).toBe(names.length);
});

it('has a text for each page, and no other texts', () => {
  const texts = filesIn('texts').map((file) => file.replace(/\.(markdown|html)$/, ''));
  expect(texts.sort()).toEqual(pages.map(({ name }) => slugOf(name)).sort());
});

it.each(pages)('resolves all names in the texts of $name, earlier ones included', (page) => {
  const ids = new Map(pages.map(({ name }, index) => [name, index + 1]));
  const texts = [[], ...(page.earlier ?? []).map(({ wordings }) => wordings)].map((wordings) =>
    JSON.stringify(new PageTexts(books).of(page, ids, wordings)),
  );
  expect(new Set(texts).size).toBe(texts.length);
  expect(texts.filter((text) => /\((page|picture):|@page:|lorem|todo/i.test(text))).toEqual([]);
});

it('refuses a wording that a page lacks', () => {
  const page = { ...discardedPage, name: 'Start here' };
  expect(() => new PageTexts(books).of(page, new Map(), [['never written', 'x']])).toThrow(
    'no page says "never written"',
  );
});

it('has pictures of at most 150 kB in all', () => {
  const folder = path.join(__dirname, '../pictures/files');
  const sizes = readdirSync(folder).map((file) => statSync(path.join(folder, file)).size);
  expect(sizes.length).toBeGreaterThan(10);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(150_000);
});

it('gives people roles of a fresh installation or of its own', () => {
  const known = ['Admin', 'Editor', 'Viewer', ...demoRoles.map((role) => role.display_name)];
  expect(demoPeople.flatMap(({ roles }) => roles).filter((role) => !known.includes(role))).toEqual([]);
});
