import { writeFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, testReaders, until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../../testing/content-app';
import { multipart, picture } from '../../../testing/uploads';

const PASSWORD = 'correct horse battery';
const openReader = testReaders();

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

let reader: Reader;
const troubles: string[] = [];

interface Answer {
  id: number;
  slug: string;
  raw_html: string;
  data: { id: number }[];
}
const read = async (answer: Promise<{ body: unknown }>) => (await answer).body as Answer;

/** An author at the form of a page with this text; a new page without. */
async function authorAt(html?: string) {
  const person = await app.given.admin();
  const api = app.api.as(person);
  const book = await read(api.post('/api/books', { name: 'Gardens' }));
  const text = html ?? '<p>Basil</p>';
  const page = await read(api.post('/api/pages', { book_id: book.id, name: 'Herbs', html: text }));
  reader = await openReader(app.api.baseUrl);
  troubles.length = 0;
  reader.page.on('console', (message) => {
    if (/policy|error/i.test(message.text())) troubles.push(message.text());
  });
  reader.page.on('pageerror', (error) => troubles.push(String(error)));
  await reader.logIn(await app.given.password(person, PASSWORD));
  await reader.open(
    html === undefined ? `/books/${book.slug}/create-page` : `/books/${book.slug}/page/${page.slug}/edit`,
  );
  return { api, page, stored: async () => (await read(api.get(`/api/pages/${page.id}`))).raw_html };
}

const focused = () => reader.page.evaluate('document.activeElement.className');
const show = (selector: string) => until(async () => (await reader.page.$(`${selector}:not([hidden])`)) !== null);
const press = async (...keys: string[]) => {
  for (const key of keys) {
    const [name = '', ...held] = key.split('+').reverse();
    for (const one of held) await reader.page.keyboard.down(one as 'Control');
    await reader.page.keyboard.press(name as 'Enter');
    for (const one of held) await reader.page.keyboard.up(one as 'Control');
  }
};
const type = (text: string) => reader.page.keyboard.type(text);
const bar = (name: string) => reader.page.click(`.editor-bar [aria-label="${name}"]`);
const inText = () => until(async () => String(await focused()).includes('tiptap'));
const kind = async (name: string) => {
  await reader.page.evaluate(`{
    const select = document.querySelector('.editor-bar select');
    select.selectedIndex = [...select.options].findIndex(({ text }) => text === ${JSON.stringify(name)});
    select.dispatchEvent(new Event('change', { bubbles: true }));
  }`);
};

describe('the editor of a page', () => {
  it('writes headings, lists, a table, code, a link and an image', async () => {
    const { api } = await authorAt();
    await show('.text-editor');
    expect(await reader.faults('editor-new', 'none')).toEqual([]);
    await reader.fill({ Name: 'Sage' });
    await reader.page.click('.tiptap');
    await type('Sowing');
    await kind('Heading 2');
    await press('Enter');
    await type('Grow **sage** in ');
    await press('Control+k');
    await show('dialog');
    await type('Herb');
    await until(async () => (await reader.page.$('dialog .choices button')) !== null);
    expect(await reader.faults('editor-link')).toEqual([]);
    await reader.page.click('dialog .choices button');
    await reader.page.click('dialog button[value="Set the link"]');
    await until(async () => (await reader.text('.tiptap')).includes('Herbs'));
    await type(' beds.');
    await press('Enter');
    await type('- sun');
    await press('Enter');
    await type('water');
    await press('Enter', 'Enter');
    await type('1. dig');
    await press('Enter', 'Enter');
    await type('``` ');
    await type('let sage;');
    await press('Enter', 'Enter', 'Enter');
    await bar('Table');
    await inText();
    await type('Month');
    await press('Tab');
    await type('Task');
    await press('Tab');
    await type('By');
    expect(await reader.faults('editor-table')).toEqual([]);
    await bar('Delete the column');
    await inText();
    await press('Control+End');
    const data = (await picture()).toString('base64');
    await reader.page.evaluate(`{
      const bytes = Uint8Array.from(atob(${JSON.stringify(data)}), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'leaf.png', { type: 'image/png' }));
      document.querySelector('.tiptap').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await show('dialog');
    await reader.fill({ 'Description for those who do not see it': 'A leaf' });
    expect(await reader.faults('editor-image')).toEqual([]);
    await reader.page.click('dialog button[value="Use the image"]');
    expect(await reader.faults('editor-full')).toEqual([]);
    expect(troubles).toEqual([]);
    await reader.press('Create the page');
    const { data: found } = await read(api.get('/api/pages?filter[name]=Sage'));
    const page = await read(api.get(`/api/pages/${found[0]!.id}`));
    expect(page.raw_html.replaceAll(/ id="bkmrk[^"]*"|(?<=gallery).*png/g, '').split('\n')).toEqual([
      '<h2>Sowing</h2>',
      '<p>Grow <strong>sage</strong> in <a href="/books/gardens/page/herbs">Herbs</a> beds.</p>',
      '<ul><li>sun</li><li>water</li></ul>',
      '<ol><li>dig</li></ol>',
      '<pre><code>let sage;</code></pre>',
      '<table><tbody><tr><th>Month</th><th>Task</th></tr><tr><td></td><td></td></tr><tr><td></td><td></td></tr></tbody></table>',
      '<p><img src="http://docs.example/uploads/images/gallery" alt="A leaf"></p>',
    ]);
  });

  it('links a page by its name with the keyboard, and makes no link of a text that is no address', async () => {
    await authorAt();
    await show('.text-editor');
    await reader.page.click('.tiptap');
    await press('Control+k');
    await show('dialog');
    await type('Herb');
    await until(async () => (await reader.page.$('dialog .choices button')) !== null);
    await press('Enter');
    expect(await reader.page.$('dialog')).not.toBeNull();
    await press('ArrowDown', 'Enter', 'Enter');
    await until(async () => (await reader.page.$('.tiptap a[href*="/page/"]')) !== null);
    await type(' ');
    await press('Control+k');
    await show('dialog');
    await type('docs.example/start');
    await press('Enter');
    await until(async () => (await reader.page.$('.tiptap a[href="https://docs.example/start"]')) !== null);
    await press('Control+k');
    await show('dialog');
    await type('nothing of this name');
    await reader.page.click('dialog button[value="Cancel"]');
    await until(async () => (await reader.page.$('dialog')) === null);
  });

  it('changes a block by the keyboard alone, and leaves all others byte for byte', async () => {
    const kept = '<details id="bkmrk-more"><summary>More</summary><p>x</p></details>';
    const text = `<p id="bkmrk-one" style='color:red'>One</p>\n<p id="bkmrk-two">Two &lt; <b>three</b></p>\n${kept}`;
    const { stored } = await authorAt(text);
    const before = await stored();
    await show('.text-editor');
    const tabTo = async (name: string) => {
      for (let stop = 0; stop < 60; stop++) {
        await press('Tab');
        const now = await reader.page.evaluate(
          `(({ ariaLabel, innerText, className, localName }) => localName === 'body' ? '' : [ariaLabel, innerText, className].join('|'))(document.activeElement)`,
        );
        if (String(now).includes(name)) return;
      }
      throw new Error(`the keyboard does not reach ${name}`);
    };
    await tabTo('Kind of block');
    await press('ArrowRight');
    await until(async () => (await reader.page.$('[aria-label="Bold"]:focus')) !== null);
    await press('End', 'ArrowRight');
    await until(async () => (await reader.page.$('select:focus')) !== null);
    await tabTo('tiptap');
    await press('End');
    await type(' more');
    await press('Control+k');
    await show('dialog');
    await type('/books');
    await press('Enter');
    await until(async () => (await reader.text('.tiptap')).includes('/books'));
    await inText();
    await tabTo('Edit the source');
    await press('Enter');
    await until(async () => (await reader.page.$('.kept-html textarea:focus')) !== null);
    await press('Control+Home');
    await type('<!-- seen -->');
    await press('Tab', 'Enter');
    await inText();
    await tabTo('Save the page');
    await Promise.all([reader.page.waitForNavigation(), press('Enter')]);
    const [, two] = before.split('\n');
    const seen = (await stored()).split('\n');
    expect(seen[0]).toBe('<p id="bkmrk-one" style="color:red">One more<a href="/books">/books</a></p>');
    expect(seen[1]).toBe(two);
    expect(seen[2]).toContain('<!-- seen --><details');
    expect(troubles).toEqual([]);
  });

  it('shows the source and what is changed there', async () => {
    const { stored } = await authorAt('<p id="bkmrk-a">A</p>\n<iframe title="x" src="https://example.com"></iframe>');
    const before = await stored();
    await show('.text-editor');
    expect(await reader.faults('editor-kept')).toEqual([]);
    await bar('Edit the source');
    expect(await reader.faults('editor-source')).toEqual([]);
    expect(await reader.page.$eval('#html', (field) => (field as unknown as { value: string }).value)).toBe(before);
    await reader.page.click('#html');
    await press('Control+End');
    await type('<p>B');
    await reader.page.click('::-p-text(Back to the editor)');
    expect(await reader.text('.hint[role="status"]')).toContain('The editor cannot show this text');
    await reader.page.click('#html');
    await press('Control+End');
    await type('</p>');
    await reader.page.click('::-p-text(Back to the editor)');
    await show('.text-editor');
    expect(await reader.text('.tiptap')).toContain('B');
    await reader.press('Save the page');
    expect(await stored()).toMatch(/^<p id="bkmrk-a">A<\/p>\n<iframe .*<\/iframe><p id="bkmrk-b">B<\/p>$/);
  });

  it('keeps the text of a refused form, and saves a page that nobody changed as it is', async () => {
    const { stored } = await authorAt('<p>A</p><h2>B</h2>');
    const before = await stored();
    await reader.fill({ Name: ' ' });
    await reader.page.click('.tiptap h2');
    await type('New ');
    await reader.press('Save the page');
    expect(await reader.text()).toContain('The Name must be at least 1 characters.');
    await show('.text-editor');
    expect(await reader.text('.tiptap')).toContain('New');
    await press('Control+z');
    await reader.fill({ Name: 'Herbs' });
    await reader.page.click('.tiptap h2');
    await press('Home', 'Shift+End');
    await type('B');
    await reader.press('Save the page');
    expect(await stored()).toBe(before);
  });

  it('takes images of the gallery and attachments', async () => {
    const { api, page, stored } = await authorAt('<p>A</p>');
    const link = { uploaded_to: page.id, name: 'Plan', link: 'https://plans.example/' };
    const attachment = await read(api.post('/api/attachments', link));
    const fields = { type: 'gallery', uploaded_to: String(page.id), name: 'A bed' };
    const files = { image: { content: await picture(60, 40), name: 'bed.png' } };
    const { url } = (await api.post('/api/image-gallery', multipart(fields, files))).body as { url: string };
    await reader.page.click('.tiptap');
    await press('Control+End');
    await bar('Link');
    await show('dialog');
    await reader.page.click('dialog ::-p-text(Attachments)');
    await until(async () => (await reader.page.$('dialog .choices button')) !== null);
    await reader.page.click('dialog .choices button');
    await reader.page.click('dialog button[value="Set the link"]');
    await inText();
    await bar('Image');
    await show('dialog');
    await reader.page.click('dialog ::-p-text(From the gallery)');
    await until(async () => (await reader.page.$('dialog .choices button')) !== null);
    await reader.page.click('dialog .choices button');
    expect(await reader.faults('editor-gallery')).toEqual([]);
    await reader.page.click('dialog button[value="Use the image"]');
    await inText();
    await reader.press('Save the page');
    const taken = `<a href="/attachments/${attachment.id}">Plan</a><img src="${url}" alt="A bed">`;
    expect(await stored()).toContain(taken);
  });

  it('refuses files that are no small images', async () => {
    await authorAt('<p>A</p>');
    const file = path.join(tmpdir(), 'almanac-notes.txt');
    writeFileSync(file, 'notes');
    await bar('Image');
    await show('dialog');
    const field = (await reader.page.$('dialog input[type="file"]'))!;
    await field.uploadFile(file);
    await until(async () => (await reader.text('dialog')).includes('is no image of at most 5 MB'));
    rmSync(file);
  });

  it('is not loaded on the form of a page in Markdown', async () => {
    await authorAt();
    await reader.open(`${reader.path}?format=markdown`);
    expect(await reader.page.$('script[src*="text-editor"]')).toBeNull();
  });
});
