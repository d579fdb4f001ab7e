import { nonEmpty, type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { type LibraryWorld, libraryWorld, makePublic } from './testing/library-world';

const openReader = testReaders();

let app: ContentApp;
let world: LibraryWorld;
let reader: Reader;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  world = await libraryWorld(app);
  await makePublic(app);
});
afterAll(() => app.close());
beforeEach(async () => (reader = await openReader(app.api.baseUrl)));

const PHONE = { width: 390, height: 844 };

/** These scripts are strings because they run in the page, where the types of this project do not apply. */
const LAYOUT_SHIFT = `new Promise((done) => {
  let sum = 0;
  const add = (entries) => entries.forEach(({ value }) => (sum += value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  setTimeout(() => { add(observer.takeRecords()); done(sum); }, 50);
})`;
const CONTROLS = `[...document.querySelectorAll('a[href], button, input:not([type="hidden"]), select, summary, textarea')]
  .filter((element) => element.checkVisibility())`;
const MARK_CONTROLS = `${CONTROLS}.map((element, index) => (element.dataset.control = index)).length`;
/** The number of the focused control, whether its focus is visible, and whether the focus has left the page. */
const FOCUS = `(({ dataset, tagName }, { outlineStyle, outlineWidth }) => ({
  control: Number(dataset.control ?? -1),
  isVisible: outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
  isBody: tagName === 'BODY',
}))(document.activeElement, getComputedStyle(document.activeElement))`;
const isShown = (selector: string) => `document.querySelector('${selector}').checkVisibility()`;

const pages = () => [
  '/',
  '/shelves',
  '/books',
  '/tags',
  '/search?term=row',
  world.shelf,
  world.book,
  world.chapter,
  world.page,
];

describe.each(WITH_AND_WITHOUT_SCRIPTS)('the header on a phone %s', (_how, scripts) => {
  const isShownOf = (selector: string) => reader.page.evaluate(isShown(selector));
  const unfold = async (fold: string) => {
    await reader.page.focus(`.${fold} > summary`);
    await reader.page.keyboard.press('Enter');
  };

  beforeEach(async () => {
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.page.setViewport(PHONE);
    await reader.open(world.page);
  });

  it('is one row', async () => {
    const height = await reader.page.evaluate(`document.querySelector('.site-header').offsetHeight`);
    expect(height).toBeLessThan(64);
    expect(await isShownOf('.site-search')).toBe(false);
    expect(await isShownOf('.menu')).toBe(false);
  });

  it('opens its menu and its search field by keyboard, one at a time', async () => {
    await unfold('search-fold');
    expect(await isShownOf('.site-search')).toBe(true);
    await unfold('menu-fold');
    expect(await isShownOf('.site-search')).toBe(false);
    expect(await reader.faults('header-menu')).toEqual([]);
    await reader.page.setViewport(PHONE);
    await reader.press('Library', 'link');
    expect(reader.path).toBe('/shelves');
    await unfold('search-fold');
    await reader.fill({ 'Search the library': 'row' });
    await reader.press('Search');
    expect(reader.path).toBe('/search?term=row');
  });
});

describe('the pages of the library', () => {
  it('do not move while they load', async () => {
    for (const path of nonEmpty(pages())) {
      await reader.open(path);
      expect([path, await reader.page.evaluate(LAYOUT_SHIFT)]).toEqual([path, 0]);
    }
  });

  it('are used by keyboard alone: each control gets a visible focus, and none keeps it', async () => {
    for (const path of nonEmpty(pages())) {
      await reader.open(path);
      const controls = Number(await reader.page.evaluate(MARK_CONTROLS));
      const reached = new Set<number>();
      // Areas that scroll take the focus too.
      for (let step = 0; step < controls * 2; step += 1) {
        await reader.page.keyboard.press('Tab');
        const focus = (await reader.page.evaluate(FOCUS)) as { control: number; isVisible: boolean; isBody: boolean };
        if (focus.isBody) break;
        expect([path, focus.control, focus.isVisible]).toEqual([path, focus.control, true]);
        reached.add(focus.control);
      }
      reached.delete(-1);
      expect([path, reached.size]).toEqual([path, controls]);
    }
  });

  it('print the text of a page without navigation', async () => {
    await reader.open(world.page);
    await reader.page.emulateMediaType('print');
    expect(await reader.page.evaluate(isShown('.reading-text .prose'))).toBe(true);
    for (const part of ['.site-header', '.site-footer', '.skip-link', '.book-tree', '.on-this-page', '.neighbours'])
      expect([part, await reader.page.evaluate(isShown(part))]).toEqual([part, false]);
    expect(await reader.groundColour()).toBe('rgb(255, 255, 255)');
  });
});
