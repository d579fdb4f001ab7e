import { readFileSync } from 'node:fs';
import type { VisitingBrowser } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { type LibraryWorld, libraryWorld, makePublic, visitorsOf } from '../testing/library-world';

let app: ContentApp;
let world: LibraryWorld;
let browsers: Record<string, VisitingBrowser>;
beforeAll(async () => {
  app = await startContent();
  world = await libraryWorld(app);
  await makePublic(app);
  browsers = await visitorsOf(app);
});
afterAll(() => app.close());

const suggested = async (name: string, term: string) => {
  const { text } = await browsers[name]!.get(`/search/suggestions?term=${encodeURIComponent(term)}`);
  return [...text.matchAll(/<li><a href="([^"]+)"><bdi>([^<]+)<\/bdi><\/a> <span>([^<]+)<\/span>/g)].map((found) =>
    found.slice(1),
  );
};

describe('suggestions', () => {
  it('name the items that begin with the typed letters, with their kind and book', async () => {
    expect((await suggested('stranger', 'ro')).sort()).toEqual([
      [world.chapter, 'Rowing', 'chapter in Boat guide'],
      [world.page, 'Before you row', 'page in Boat guide'],
    ]);
    expect(await suggested('stranger', 'harb')).toEqual([[world.shelf, 'Harbour', 'shelf']]);
  });

  it('show each reader only the items that this reader may see', async () => {
    for (const name of ['stranger', 'reader', 'editor']) expect(await suggested(name, 'secret')).toEqual([]);
    expect(await suggested('admin', 'secret')).toHaveLength(1);
  });

  it.each(['', '  ', '\0', '"', '{type:', '[', 'x'.repeat(2_000)])(
    'answer the odd term %j with no more than a list',
    async (term) => {
      const { status } = await browsers['stranger']!.get(`/search/suggestions?term=${encodeURIComponent(term)}`);
      expect(status).toBe(200);
    },
  );

  it('escape names', async () => {
    await app.api.as(await app.given.admin()).post('/api/books', { name: 'Odd <img src=x onerror=alert(1)>' });
    expect(await suggested('stranger', 'odd')).toEqual([
      [expect.any(String), 'Odd &lt;img src=x onerror=alert(1)&gt;', 'book'],
    ]);
  });

  it('need a script of less than 5 KB', () => {
    expect(readFileSync(require.resolve('../../../../../../libs/web/src/assets/suggestions.js')).length).toBeLessThan(
      5_000,
    );
  });
});
