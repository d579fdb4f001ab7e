import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { makePublic } from './testing/library-world';

const PAGES = 120;
const CHAPTERS = 12;
const PHONE = { width: 390, height: 844 };

const openReader = testReaders();

let app: ContentApp;
/** Pages far from the start of their books. */
let longPage: string;
let chapterPage: string;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
  await makePublic(app);
  const { given } = app;
  const [long, divided] = [await given.book({ name: 'Long book' }), await given.book({ name: 'Divided book' })];
  const inLong = Array.from({ length: PAGES }, (_, index) =>
    given.page({ bookId: long.id, name: `Step ${index + 1}`, slug: `step-${index + 1}`, priority: index }),
  );
  const inChapters = Array.from({ length: CHAPTERS }, async (_, index) => {
    const name = `Part ${index + 1}`;
    const chapter = await given.chapter({ bookId: divided.id, name, slug: `part-${index + 1}`, priority: index });
    for (const letter of 'abcdefghij')
      await given.page({
        bookId: divided.id,
        chapterId: chapter.id,
        name: `${name} ${letter}`,
        slug: `p${index}${letter}`,
      });
  });
  await Promise.all([...inLong, ...inChapters]);
  longPage = `/books/${long.slug}/page/step-110`;
  chapterPage = `/books/${divided.slug}/page/p9c`;
});
afterAll(() => app.close());

let reader: Reader;
const evaluate = (script: string) => reader.page.evaluate(script);
const CURRENT = `document.querySelector('.book-tree [aria-current="page"]')`;
const IS_IN_VIEW = `(({ top, bottom }) => top >= 0 && bottom <= innerHeight)(${CURRENT}.getBoundingClientRect())`;
const OPEN_CHAPTERS = `[...document.querySelectorAll('.book-tree .chapter')]
  .filter((chapter) => chapter.querySelector('details[open]')).map((chapter) => chapter.querySelector('a').textContent)`;

describe.each(WITH_AND_WITHOUT_SCRIPTS)('the contents of a large book beside a short page, %s', (_how, scripts) => {
  beforeEach(async () => (reader = await openReader(app.api.baseUrl, scripts)));

  it.each([
    ['of many pages', () => longPage, 'Step 110'],
    ['of many chapters', () => chapterPage, 'Part 10 c'],
  ])('%s show the current page, and the page ends where its text ends', async (_kind, path, name) => {
    await reader.open(path());
    expect(await evaluate(`${CURRENT}.textContent`)).toBe(name);
    expect(await evaluate(IS_IN_VIEW)).toBe(true);
    expect(await evaluate('[scrollY, document.documentElement.scrollHeight - innerHeight]')).toEqual([0, 0]);
    expect(await reader.faults(`large-${name.replaceAll(' ', '-')}`)).toEqual([]);
  });

  it('stay in view, and scroll by themselves, while the text of a long page scrolls', async () => {
    await reader.open(longPage);
    await evaluate(
      `document.querySelector('.prose').append(...Array.from({ length: 200 }, () => document.createElement('hr')))`,
    );
    await evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    expect(await evaluate(IS_IN_VIEW)).toBe(true);
    const column = `document.querySelector('.book-tree nav')`;
    expect(await evaluate(`${column}.scrollHeight > ${column}.clientHeight`)).toBe(true);
  });

  it('fold all chapters but the current one', async () => {
    await reader.open(chapterPage);
    expect(await evaluate(OPEN_CHAPTERS)).toEqual(['Part 10']);
    const fold = `.book-tree .chapter:first-child summary`;
    expect(await evaluate(`document.querySelector('${fold}').innerText`)).toMatch(/^Pages of Part 1:\s+10$/);
    await reader.page.focus(fold);
    await reader.page.keyboard.press('Enter');
    expect(await evaluate(OPEN_CHAPTERS)).toEqual(['Part 1', 'Part 10']);
  });

  it('are one line above the text on a phone, until they are opened', async () => {
    await reader.page.setViewport(PHONE);
    await reader.open(longPage);
    expect(await evaluate(`${CURRENT}.checkVisibility()`)).toBe(false);
    const fold = '.book-tree > summary';
    expect(await reader.text(fold)).toBe('Contents of Long book');
    const isAbove = `document.querySelector('${fold}').getBoundingClientRect().bottom <= document.querySelector('h1').getBoundingClientRect().top`;
    expect(await evaluate(isAbove)).toBe(true);
    await reader.page.focus(fold);
    await reader.page.keyboard.press('Enter');
    await until(async () => (await evaluate(`${CURRENT}.checkVisibility() && ${IS_IN_VIEW}`)) === true);
  });
});

it('the page of a book with many pages folds its chapters', async () => {
  reader = await openReader(app.api.baseUrl);
  await reader.open(longPage.split('/page')[0] ?? '');
  expect(await reader.text()).toContain('120 pages');
  await reader.press('Start reading', 'link');
  expect(reader.path).toMatch(/step-1$/);
  await reader.open(chapterPage.split('/page')[0] ?? '');
  expect(await reader.text()).toContain('12 chapters, 120 pages');
  expect(await reader.text()).not.toContain('Part 1 a');
  expect(await reader.faults('large-book')).toEqual([]);
});
