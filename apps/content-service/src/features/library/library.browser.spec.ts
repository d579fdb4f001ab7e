import { type Reader, testReaders, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { type LibraryWorld, libraryWorld, makePublic } from './testing/library-world';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
let world: LibraryWorld;
beforeAll(async () => {
  // Links of pages have no host, so that the port need not be known before the start.
  app = await startContent({ BASE_URL: 'http://docs.example' });
  world = await libraryWorld(app);
  await makePublic(app);
});
afterAll(() => app.close());

let reader: Reader;

const sitDown = async (scripts: boolean) => (reader = await openReader(app.api.baseUrl, scripts));

describe.each(WITH_AND_WITHOUT_SCRIPTS)('a reader of the library %s', (_how, scripts) => {
  beforeEach(() => sitDown(scripts));

  it('goes from the home page through shelf, book and chapter to a page, and on to the next one', async () => {
    await reader.open('/');
    expect(await reader.faults('home-stranger')).toEqual([]);
    await reader.press('Harbour', 'link');
    expect(await reader.faults('shelf')).toEqual([]);
    await reader.press('Boat guide', 'link');
    expect(await reader.faults('book')).toEqual([]);
    await reader.press('Rowing', 'link');
    expect(await reader.faults('chapter')).toEqual([]);
    await reader.press('Before you row', 'link');
    expect(await reader.faults('page')).toEqual([]);
    expect(await reader.text('article')).toContain('Very useful');
    await reader.press('Next Sailing', 'link');
    expect(reader.path).toBe(world.nextPage);
    await reader.open(`/link/${world.pageId}`);
    expect(reader.path).toBe(world.page);
  });

  it('searches from any page and narrows the results', async () => {
    await reader.open('/books');
    expect(await reader.faults('books')).toEqual([]);
    await reader.fill({ 'Search the library': 'row' });
    await reader.press('Search');
    expect(await reader.text()).toContain('2 results');
    await reader.page.click('input[name="chapter"]');
    await reader.press('Find');
    expect(await reader.text()).toContain('row {type:chapter}');
    expect(await reader.text()).toContain('1 result');
    expect(await reader.faults('search')).toEqual([]);
    await reader.open('/tags');
    await reader.press('Season', 'link');
    expect(await reader.faults('tags')).toEqual([]);
    await reader.press('Summer', 'link');
    expect(await reader.text()).toContain('Before you row');
  });

  it('chooses a theme and stays on the page', async () => {
    await reader.open(world.page);
    await reader.press('Dark');
    expect(reader.path).toBe(world.page);
    expect(await reader.groundColour()).toBe('rgb(20, 24, 30)');
    expect(await reader.faults('page-chosen-dark')).toEqual([]);
    await reader.press('Light');
    expect(await reader.groundColour()).toBe('rgb(245, 246, 248)');
  });

  it('comes back to a page after the log-in, and sees own pages and revisions', async () => {
    const person = await app.given.admin();
    await reader.open(world.page);
    await reader.press('Log in', 'link');
    await reader.fill({ 'E-mail': (await app.given.password(person, PASSWORD)).email, Password: PASSWORD });
    await reader.press('Log in');
    expect(reader.path).toBe(world.page);
    await reader.press('Revisions (2)', 'link');
    expect(await reader.faults('revisions')).toEqual([]);
    await reader.press('Show changes of revision 2', 'link');
    expect(await reader.faults('revision')).toEqual([]);
    await reader.open(world.page);
    await reader.press('Reply to comment 1', 'link');
    expect(await reader.faults('comment')).toEqual([]);
    await reader.fill({ Comment: 'Indeed.' });
    await reader.press('Send');
    expect(await reader.text('article')).toContain('Indeed.');
    await reader.open('/');
    expect(await reader.faults('home')).toEqual([]);
    await reader.open('/shelves');
    expect(await reader.faults('shelves')).toEqual([]);
    await reader.open(`/user/${person.slug}`);
    expect(await reader.faults('user')).toEqual([]);
  });
});

describe('the search field of the header', () => {
  const ofField = (attribute: string) =>
    reader.page.evaluate(`document.getElementById('site-search').getAttribute('${attribute}')`);
  const suggestions = () =>
    reader.page.waitForSelector('::-p-aria([name="Rowing chapter in Boat guide"][role="option"])');

  beforeEach(async () => {
    await sitDown(true);
    await reader.open('/books');
    await reader.fill({ 'Search the library': 'row' });
    await suggestions();
  });

  it('suggests items while somebody types, and opens the chosen one by keyboard alone', async () => {
    expect(await reader.text('.site-search [role="status"]')).toBe('2 suggestions');
    const { keyboard } = reader.page;
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowDown');
    await keyboard.press('ArrowUp');
    const first = await reader.text('#suggestion-0');
    expect(await ofField('aria-activedescendant')).toBe('suggestion-0');
    await Promise.all([reader.page.waitForNavigation(), keyboard.press('Enter')]);
    expect(await reader.text('h1')).toBe(first.split(/ (?:page|chapter) /)[0]);
  });

  it('shows them without a fault', async () => {
    expect(await reader.faults('suggestions')).toEqual([]);
  });

  it('closes its suggestions with Escape, and then searches as without them', async () => {
    await reader.page.keyboard.press('Escape');
    expect(await ofField('aria-expanded')).toBe('false');
    await reader.press('Search');
    expect(await reader.text()).toContain('2 results');
  });

  it('opens a suggestion with a click', async () => {
    const option = await suggestions();
    await Promise.all([reader.page.waitForNavigation(), option?.click()]);
    expect(reader.path).toBe(world.chapter);
  });
});

it('the feeds are well-formed XML for a strict parser', async () => {
  await sitDown(true);
  await reader.open('/');
  for (const path of ['/feed.atom', `${world.book}/feed.atom`]) {
    const { text } = await app.api.get(path);
    const parsed = `new DOMParser().parseFromString(${JSON.stringify(text)}, 'application/xml')`;
    const names = `[...${parsed}.documentElement.children].map(({ localName }) => localName)`;
    expect(await reader.page.evaluate(names)).toEqual([
      'id',
      'title',
      'updated',
      'author',
      'link',
      'link',
      'entry',
      'entry',
    ]);
  }
});

it('the contents of a page lead to its sections by keyboard alone', async () => {
  await sitDown(true);
  await reader.open(world.page);
  await reader.page.keyboard.press('Tab');
  await reader.page.keyboard.press('Enter');
  expect(await reader.page.evaluate('location.hash')).toBe('#content');
  await reader.page.focus('.on-this-page a[href="#bkmrk-second-steps"]');
  await reader.page.keyboard.press('Enter');
  expect(await reader.page.evaluate('location.hash')).toBe('#bkmrk-second-steps');
});
