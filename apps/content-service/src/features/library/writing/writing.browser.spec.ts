import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { picture } from '../../../testing/uploads';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let reader: Reader;

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an author with a browser %s', (how, scripts) => {
  it('writes a shelf, a book, a chapter and a page, and changes, moves, copies, orders and deletes them', async () => {
    const person = await app.given.admin();
    const api = app.api.as(person);
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(await app.given.password(person, PASSWORD));

    await reader.open('/books');
    await reader.press('New book', 'link');
    expect(await reader.faults('write-book-new')).toEqual([]);
    await reader.fill({
      Name: `Gardens ${how}`,
      'Description (optional)': 'Beds & borders',
      'Name of tag 1': 'Season',
      'Value of tag 1': 'Spring',
    });
    await reader.press('Create the book');
    expect(await reader.text()).toContain('The book is created.');
    expect(await reader.text()).toContain('Beds & borders');
    expect(await reader.faults('write-book')).toEqual([]);
    const book = reader.path;

    await reader.press('New chapter', 'link');
    expect(await reader.faults('write-chapter-new')).toEqual([]);
    await reader.fill({ Name: 'Herbs' });
    await reader.press('Create the chapter');
    expect(await reader.text()).toContain('The chapter is created.');
    await reader.press('New page', 'link');
    await reader.press('Write in Markdown instead', 'link');
    expect(await reader.faults('write-page-new')).toEqual([]);
    await reader.fill({ Name: 'Mint', Text: 'Mint **spreads**.' });
    await reader.press('Create the page');
    expect(await reader.text('.prose')).toBe('Mint spreads.');
    expect(await reader.faults('write-page')).toEqual([]);

    await reader.press('Edit', 'link');
    await reader.fill({ Name: ' ' });
    await reader.press('Save the page');
    expect(await reader.text()).toContain('The Name must be at least 1 characters.');
    expect(await reader.faults('write-page-refused')).toEqual([]);
    await reader.fill({
      Name: 'Mint and balm',
      'Summary of the change (optional)': 'Balm added',
      'Name of tag 1': 'Herb',
    });
    await reader.press('Save the page');
    expect(await reader.text()).toContain('The page is saved.');
    expect(await reader.text('h1')).toBe('Mint and balm');
    expect(await reader.text('.prose')).toBe('Mint spreads.');

    await reader.press('Revisions (2)', 'link');
    expect(await reader.text()).toContain('Balm added');
    await reader.press('Restore revision 1', 'link');
    expect(await reader.faults('write-restore')).toEqual([]);
    await reader.press('Restore revision 1');
    expect(await reader.text()).toContain('Revision 1 is restored.');
    expect(await reader.text('h1')).toBe('Mint');

    await reader.press('Copy', 'link');
    expect(await reader.faults('write-copy')).toEqual([]);
    await reader.fill({ 'Name of the copy': 'Sage' });
    await reader.fill({ 'Find a book or chapter': `Gardens ${how}` });
    await reader.press('Find');
    await reader.fill({ 'Name of the copy': 'Sage' });
    await reader.page.click('input[name="parent"][value^="book:"]');
    await reader.press('Copy the page');
    expect(await reader.text()).toContain('This is the copy.');
    expect(await reader.text('h1')).toBe('Sage');

    await reader.open(book);
    await reader.press('Order', 'link');
    expect(await reader.faults('write-order')).toEqual([]);
    await reader.fill({ 'Place of page Sage': '1', 'Place of chapter Herbs': '2' });
    await reader.press('Save the order');
    expect(await reader.text()).toContain('The order is saved.');
    expect((await reader.text('.contents')).indexOf('Sage')).toBeLessThan(
      (await reader.text('.contents')).indexOf('Herbs'),
    );

    await reader.press('Sage', 'link');
    await reader.press('Move', 'link');
    expect(await reader.faults('write-move')).toEqual([]);
    await reader.fill({ 'Find a book or chapter': 'Herbs' });
    await reader.press('Find');
    await reader.page.click('input[name="parent"][value^="chapter:"]');
    await reader.press('Move the page');
    expect(await reader.text()).toContain('The page is moved.');
    await reader.press('Delete', 'link');
    expect(await reader.faults('write-delete')).toEqual([]);
    await reader.press('Delete the page');
    expect(await reader.text()).toContain('The page “Sage” is in the recycle bin.');
    await reader.press('Open the recycle bin', 'link');
    expect(await reader.text()).toContain('Sage');

    await reader.open('/create-shelf');
    await reader.fill({ Name: `Outdoors ${how}`, [`Gardens ${how}`]: '1' });
    expect(await reader.faults('write-shelf-new')).toEqual([]);
    await reader.press('Create the shelf');
    expect(await reader.text()).toContain('The shelf is created.');
    expect(await reader.text()).toContain(`Gardens ${how}`);
    await reader.press('New book', 'link');
    await reader.fill({ Name: 'Ponds' });
    await reader.press('Create the book');
    expect(await reader.text()).toContain(`The book is created on the shelf “Outdoors ${how}”.`);
    const shelves = await api.get(
      `/api/shelves?filter[name]=${encodeURIComponent(`Outdoors ${how}`)}&include=contents`,
    );
    expect(shelves.body).toMatchObject({ data: [{ contents: [{ name: `Gardens ${how}` }, { name: 'Ponds' }] }] });
  });
});

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator with a browser %s', (how, scripts) => {
  it('sets the rights of a shelf, and sees who sees it', async () => {
    const person = await app.given.admin();
    const api = app.api.as(person);
    await api.post('/api/roles', { display_name: `Harbour ${how}`, permissions: ['bookshelf-view-all'] });
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(await app.given.password(person, PASSWORD));
    await api.post('/api/shelves', { name: `Boats ${how}` });
    await reader.open('/shelves');
    await reader.press(`Boats ${how}`, 'link');
    await reader.press('Permissions', 'link');
    expect(await reader.text()).toContain('inherits: yes');
    expect(await reader.text()).toContain('Who sees this');
    expect(await reader.faults('permissions')).toEqual([]);
    await reader.page.click(`input[aria-label="Harbour ${how}: own rules"]`);
    await reader.page.click(`input[aria-label="Harbour ${how}: change"]`);
    await reader.press('Save the permissions');
    expect(await reader.text()).toContain('The permissions are saved.');
    await reader.press('Permissions', 'link');
    const isOn = async (name: string) =>
      (await reader.page.$(`input[aria-label="Harbour ${how}: ${name}"]:checked`)) !== null;
    expect([await isOn('own rules'), await isOn('see'), await isOn('change')]).toEqual([true, false, true]);
  });
});

describe('an author with a keyboard alone', () => {
  const write = async (name: string, text: string) => {
    await reader.tabTo(name);
    await reader.page.keyboard.type(text);
  };

  it('writes a book with pages, orders it, and deletes a page', async () => {
    const person = await app.given.admin();
    reader = await openReader(app.api.baseUrl, true);
    await reader.logIn(await app.given.password(person, PASSWORD));
    await reader.open('/books');
    await reader.tabTo('New book');
    await reader.enter();
    await write('Name', 'Keys');
    await reader.enter();
    for (const page of ['First', 'Second']) {
      await reader.tabTo('New page');
      await reader.enter();
      await write('Name', page);
      await write('Text', 'By keys');
      await reader.tabTo('Create the page');
      await reader.enter();
      await reader.open('/books/keys');
    }
    await reader.tabTo('Order');
    await reader.enter();
    await reader.tabTo('Move down First');
    await reader.page.keyboard.press('Enter');
    await reader.tabTo('Save the order');
    await reader.enter();
    expect(await reader.text('.contents')).toMatch(/Second\s+First/);
    await reader.tabTo('Second');
    await reader.enter();
    await reader.tabTo('Delete');
    await reader.enter();
    await reader.tabTo('Delete the page');
    await reader.enter();
    expect(await reader.text()).toContain('The page “Second” is in the recycle bin.');
  });
});

describe('the cover of a book', () => {
  it('is looked at before it is saved, shown afterwards, and removed', async () => {
    const person = await app.given.admin();
    reader = await openReader(app.api.baseUrl, true);
    await reader.logIn(await app.given.password(person, PASSWORD));
    await reader.open('/create-book');
    await reader.fill({ Name: 'Covered' });
    const field = await reader.page.$('input[type="file"]');
    if (!field) throw new Error('there is no field for the cover');
    const file = path.join(tmpdir(), `almanac-cover-${process.pid}.png`);
    writeFileSync(file, await picture(600, 400));
    await field.uploadFile(file);
    await until(
      async () => (await reader.page.$('.cover-field img[alt="The chosen cover"][src^="data:image/png"]')) !== null,
    );
    await reader.press('Create the book');
    rmSync(file);
    await reader.press('Edit', 'link');
    expect(await reader.faults('write-book-cover')).toEqual([]);
    await reader.page.click('input[name="remove_cover"]');
    await reader.press('Save the book');
    await reader.press('Edit', 'link');
    expect(await reader.page.$('.cover-now')).toBeNull();
  });
});
