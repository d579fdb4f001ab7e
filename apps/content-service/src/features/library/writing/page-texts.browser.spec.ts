import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { idOf, textAt } from '../../../testing/answers';
import { type ContentApp, startContent } from '../../../testing/content-app';

const PASSWORD = 'correct horse battery';
const PHONE = { width: 360, height: 740 };

const openReader = testReaders();

let app: ContentApp;
let reader: Reader;
beforeAll(async () => {
  app = await startContent({ BASE_URL: 'http://docs.example' });
});
afterAll(() => app.close());

async function author(scripts = true) {
  const person = await app.given.admin();
  const credentials = await app.given.password(person, PASSWORD);
  reader = await openReader(app.api.baseUrl, scripts);
  await reader.logIn(credentials);
  const api = app.api.as(person);
  const book = (await api.post('/api/books', { name: 'Texts' })).body;
  return { api, credentials, book, path: `/books/${textAt(book, 'slug')}` };
}

const endSession = async () => {
  const context = reader.page.browserContext();
  await context.deleteCookie(...(await context.cookies()));
};
const valueOf = (name: string) => reader.page.evaluate(`document.querySelector('[name="${name}"]').value`);
const offer = () => reader.page.$('.notice[role="status"]:not([hidden]) button');
const isKept = (text: string) =>
  until(async () => (await reader.page.evaluate('JSON.stringify(localStorage)').then(String)).includes(text));

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an author of Markdown %s', (_, scripts) => {
  it('previews a text, saves it as a draft, and publishes it', async () => {
    const { path } = await author(scripts);
    await reader.page.setViewport(PHONE);
    await reader.open(`${path}/create-page?format=markdown`);
    await reader.fill({ Name: 'Tides', Text: 'High **water**' });
    if (scripts) {
      const button = await reader.page.$('button[formtarget="_blank"]');
      await button?.click();
      const preview = () => reader.text('.text-preview');
      await until(async () => (await preview()).includes('High water'));
      await reader.fill({ Text: 'Low *water*' });
      await until(async () => (await preview()).includes('Low water'));
      expect(await reader.faults('write-preview')).toEqual([]);
    } else {
      const [opened] = await Promise.all([
        new Promise<Reader['page'] | null>((done) => reader.page.once('popup', done)),
        reader.page.click('button[formtarget="_blank"]'),
      ]);
      await until(async () => ((await opened?.content()) ?? '').includes('<strong>water</strong>'));
      await opened?.close();
    }
    await reader.press('Save as a draft');
    expect(await reader.text()).toContain('The draft is saved. Only you can see it until you publish it.');
    expect(await reader.faults('write-draft')).toEqual([]);
    await reader.press('Edit', 'link');
    expect(await reader.faults('write-draft-edit')).toEqual([]);
    await reader.press('Publish the page');
    expect(await reader.text()).toContain('The page is published.');
    expect(reader.path).toBe(`${path}/page/tides`);
  });
});

describe('what an author types', () => {
  it('is offered again after a crash or an ended session, until it is saved or discarded', async () => {
    const { path, credentials } = await author();
    const form = `${path}/create-page?format=markdown`;
    await reader.open(form);
    await reader.fill({ Name: 'Unsaved', Text: 'Half a page' });
    await isKept('Half a page');

    // A crash, or a page that is left by mistake.
    await reader.open(path);
    await reader.open(form);
    expect(await reader.text()).toMatch(/What you typed here on .* was not saved\./);
    expect(await reader.faults('write-kept')).toEqual([]);
    expect(await valueOf('markdown')).toBe('');
    await reader.page.keyboard.press('Tab');
    await (await offer())?.click();
    expect([await valueOf('name'), await valueOf('markdown')]).toEqual(['Unsaved', 'Half a page']);

    // The session ends before the form is sent.
    await endSession();
    await Promise.all([reader.page.waitForNavigation(), reader.page.click('button[type="submit"]:not([formaction])')]);
    await reader.logIn(credentials);
    await reader.open(form);
    await (await offer())?.click();
    await reader.press('Create the page');
    expect(await reader.text('.prose')).toBe('Half a page');

    await reader.open(form);
    expect(await offer()).toBeNull();
    await reader.fill({ Text: 'Not wanted' });
    await isKept('Not wanted');
    await reader.open(form);
    await reader.page.click('.notice .quiet');
    await reader.open(form);
    expect(await offer()).toBeNull();
  });

  it('is offered again in the editor', async () => {
    const { path } = await author();
    const form = `${path}/create-page?format=html`;
    await reader.open(form);
    await reader.fill({ Name: 'Edited' });
    await reader.page.click('.text-editor [contenteditable]');
    await reader.page.keyboard.type('Half a paragraph');
    await isKept('Half a paragraph');
    await reader.open(form);
    await (await offer())?.click();
    expect(await reader.text('.text-editor [contenteditable]')).toContain('Half a paragraph');
    await reader.press('Create the page');
    expect(await reader.text('.prose')).toBe('Half a paragraph');
  });

  it('is not offered to another user of the browser, and not after a refused form, which has it anyway', async () => {
    const { path } = await author();
    const form = `${path}/create-page?format=markdown`;
    await reader.open(form);
    await reader.fill({ Name: ' ', Text: 'Secret plan' });
    await reader.press('Create the page');
    expect(await valueOf('markdown')).toBe('Secret plan');
    expect(await offer()).toBeNull();

    const other = await app.given.admin();
    await endSession();
    await reader.logIn(await app.given.password(other, PASSWORD));
    await reader.open(form);
    expect(await offer()).toBeNull();
  });

  it('stands beside the text of another author who saved first', async () => {
    const { api, book, path } = await author();
    const page = (
      await api.post('/api/pages', { book_id: idOf(book), name: 'Shared', markdown: 'The cat sat\n\nbelow' })
    ).body;
    await reader.open(`${path}/page/${textAt(page, 'slug')}/edit`);
    await reader.fill({ Text: 'The bird sat\n\nbelow' });
    await api.put(`/api/pages/${idOf(page)}`, { markdown: 'The dog sat\n\nbelow' });
    await reader.press('Save the page');
    expect(await reader.faults('write-conflict')).toEqual([]);
    expect(await reader.text('.before')).toMatch(/The dog sat\s+below/);
    expect(await reader.text('.after')).toMatch(/The bird sat\s+below/);
    await reader.press('Save the page');
    expect(await reader.text('.prose')).toMatch(/The bird sat/);
  });
});
