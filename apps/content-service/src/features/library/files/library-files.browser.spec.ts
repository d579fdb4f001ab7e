import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, type TestApi, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { idOf, member, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { multipart, picture } from '../../../testing/uploads';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
let api: TestApi;
let reader: Reader;
let pagePath: string;
const files: string[] = [];
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(async () => {
  for (const file of files) rmSync(file, { force: true });
  await app.close();
});

/** A file to upload. */
function stored(name: string, content: Uint8Array | string): string {
  const file = path.join(tmpdir(), `almanac-${process.pid}-${name}`);
  writeFileSync(file, content);
  files.push(file);
  return file;
}

async function begin(scripts: boolean): Promise<void> {
  const person = await app.given.admin();
  api = app.api.as(person);
  const book = (await api.post('/api/books', { name: 'Boats' })).body;
  const page = (await api.post('/api/pages', { book_id: idOf(book), name: 'Oars', html: '<p>x</p>' })).body;
  pagePath = `/books/${textAt(book, 'slug')}/page/${textAt(page, 'slug')}`;
  reader = await openReader(app.api.baseUrl, scripts);
  await reader.logIn(await app.given.password(person, PASSWORD));
  await reader.open(pagePath);
}

async function choose(...chosen: string[]): Promise<void> {
  const field = await reader.page.$('input[type="file"]');
  if (!field) throw new Error('there is no field for a file');
  await field.uploadFile(...chosen);
}

const typed = (selector: string) => reader.page.evaluate(`document.querySelector('${selector}').value`);
const textIs = (text: string) => until(async () => (await reader.text()).includes(text));

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an author with a browser %s', (how, scripts) => {
  /** Adds what is chosen; a script stays at the page. */
  async function add(notice: string): Promise<void> {
    if (scripts) {
      await reader.page.click('.upload button');
      await textIs('1 file is added.');
    } else {
      await reader.press('Add');
      expect(await reader.text()).toContain(notice);
    }
  }

  it('adds, changes and deletes images', async () => {
    await begin(scripts);
    await reader.press('Images', 'link');
    expect(await reader.faults('images-none')).toEqual([]);
    await choose(stored('oar.png', await picture(640, 420, 'png', '#7a9e58')));
    await reader.fill({ 'Name (optional)': 'An oar of ash' });
    await add('The image “An oar of ash” is added.');
    expect(await reader.faults('images')).toEqual([]);
    await choose(stored('notes.txt', 'no image'));
    await reader.fill({ 'Name (optional)': 'Notes' });
    if (scripts) await reader.page.click('.upload button');
    else await reader.press('Add');
    await textIs('The Image must have a valid & supported image extension.');
    expect(await typed('.upload [name="name"]')).toBe('Notes');
    expect(await reader.faults('images-refused')).toEqual([]);

    await reader.press('Edit An oar of ash', 'link');
    expect(await reader.faults('image-form')).toEqual([]);
    await reader.fill({ Name: 'A long oar' });
    await choose(stored('longer.png', await picture(300, 300)));
    await reader.press('Save the image');
    expect(await reader.text()).toContain('The image is saved.');
    await reader.open(pagePath.replace(/\/page\/.*/, ''));
    await reader.press('Images', 'link');
    expect(await reader.faults('images-of-book')).toEqual([]);
    await reader.press('Delete A long oar', 'link');
    expect(await reader.faults('image-delete')).toEqual([]);
    await reader.press('Delete the image');
    expect(await reader.text()).toContain('There are no images yet.');
  });

  it('adds, orders, changes and deletes attachments', async () => {
    await begin(scripts);
    await reader.press('Attachments', 'link');
    await choose(stored('tides.txt', 'High and low'));
    await reader.fill({ 'Name (optional)': 'Tides' });
    await add('The attachment “Tides” is added.');
    await reader.fill({ 'Or a link (optional)': 'https://weather.example/', 'Name (optional)': 'Weather' });
    await reader.press('Add');
    expect(await reader.text()).toContain('The attachment “Weather” is added.');
    expect(await reader.faults('attachments')).toEqual([]);
    await reader.fill({ 'Place of Weather': '1' });
    await reader.press('Save the order');
    expect(await reader.text('.file-list')).toMatch(/Weather[^]*Tides/);
    await reader.press('Edit Weather', 'link');
    expect(await reader.faults('attachment-form')).toEqual([]);
    await reader.fill({ 'Link (optional)': 'javascript:alert(1)', Name: 'Wind' });
    await reader.press('Save the attachment');
    expect(await reader.faults('attachment-refused')).toEqual([]);
    await reader.fill({ 'Link (optional)': 'https://wind.example/' });
    await reader.press('Save the attachment');
    expect(await reader.text()).toContain('The attachment is saved.');
    await reader.press('Delete Wind', 'link');
    expect(await reader.faults('attachment-delete')).toEqual([]);
    await reader.press('Delete the attachment');
    expect(await reader.text()).toContain('The attachment “Wind” is deleted.');
  });

  it('writes, changes and deletes a comment', async () => {
    await begin(scripts);
    await reader.press('Write a comment', 'link');
    await reader.fill({ Comment: `Useful ${how}` });
    await reader.press('Send');
    expect(await reader.faults('comment-with-actions')).toEqual([]);
    await reader.press('Edit comment 1', 'link');
    expect(await reader.faults('comment-form')).toEqual([]);
    await reader.fill({ Comment: 'Less useful' });
    await reader.press('Save the comment');
    expect(await reader.text()).toContain('Less useful');
    await reader.press('Delete comment 1', 'link');
    expect(await reader.faults('comment-delete')).toEqual([]);
    await reader.press('Delete the comment');
    expect(await reader.text()).toContain('There are no comments yet.');
  });
});

describe('several files at once', () => {
  it('are named one by one, sent one after the other, and those that are refused stay in the form', async () => {
    await begin(true);
    await reader.open(`${pagePath}/images`);
    await choose(
      stored('a.png', await picture(20, 20)),
      stored('b.txt', 'no image'),
      stored('c.png', await picture(30, 30)),
    );
    await until(async () => (await reader.page.$$('.upload-row')).length === 3);
    const names = await reader.page.$$('input[name="name"]');
    for (const [index, field] of names.entries()) await field.type(`Image ${index + 1}`);
    expect(await reader.faults('images-several')).toEqual([]);
    await reader.page.click('.upload button');
    await textIs('2 files are added. Not added: 1.');
    expect(await reader.faults('images-some-refused')).toEqual([]);
    expect(
      await reader.page.evaluate(`[...document.querySelectorAll('[data-image]')].map(({ dataset }) => dataset.name)`),
    ).toEqual(['Image 3', 'Image 1']);
    expect(
      await reader.page.evaluate(`[...document.querySelectorAll('.upload [name="name"]')].map(({ value }) => value)`),
    ).toEqual(['Image 2']);
    await choose(stored('b.png', await picture(25, 25)));
    await reader.page.click('.upload button');
    await textIs('1 file is added.');
    expect(await reader.page.$('[data-name="Image 2"]')).not.toBeNull();
  });

  it('can be dropped on the page', async () => {
    await begin(true);
    await reader.open(`${pagePath}/attachments`);
    await reader.page.evaluate(`{
      const dataTransfer = new DataTransfer();
      for (const name of ['tides.txt', 'winds.txt']) dataTransfer.items.add(new File(['x'], name));
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }`);
    await reader.page.click('.upload button');
    await textIs('2 files are added.');
    expect(await reader.text('.file-list')).toMatch(/tides.txt[^]*winds.txt/);
    // The new list is ordered by buttons as well.
    expect(await reader.page.$('::-p-aria([name="Move up winds.txt"][role="button"])')).not.toBeNull();
  });
});

describe('a large file that takes the place of another', () => {
  it('shows that it is being sent', async () => {
    await begin(true);
    const upload = multipart(
      { name: 'Chart', uploaded_to: idOf(member((await api.get('/api/pages?sort=-id')).body, 'data.0')) },
      { file: { content: 'small', name: 'chart.txt' } },
    );
    const { body: chart } = await api.post('/api/attachments', upload);
    await reader.open(`/files/attachment/${idOf(chart)}/edit`);
    await choose(stored('chart.txt', 'large'));
    // Chrome answers no questions about a page that it is leaving.
    await reader.page.evaluate(`document.addEventListener('submit', (event) => event.preventDefault())`);
    await reader.page.click('form[enctype] button');
    expect(await reader.text('form[enctype] [role="status"]')).toBe('Sending the file …');
    expect(await reader.faults('file-sending')).toEqual([]);
  });
});

describe('an author with a keyboard alone', () => {
  it('adds two links and orders them', async () => {
    await begin(true);
    await reader.tabTo('Attachments');
    await reader.enter();
    for (const name of ['First', 'Second']) {
      await reader.tabTo('Or a link');
      await reader.page.keyboard.type('https://weather.example/');
      await reader.tabTo('Name');
      await reader.page.keyboard.type(name);
      await reader.enter();
    }
    await reader.tabTo('Move down First');
    await reader.page.keyboard.press('Enter');
    await reader.tabTo('Save the order');
    await reader.enter();
    expect(await reader.text('.file-list')).toMatch(/Second[^]*First/);
  });
});
