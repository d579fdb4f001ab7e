import { type Reader, testReaders, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Made } from '../../../testing/given';
import { picture } from '../../../testing/image-host';
import { logIn } from '../../../testing/page-visitors';

const openReader = testReaders();

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
});
afterAll(() => app.close());

const TOO_MANY_BLOCKS = 'one\n\n'.repeat(2_001).trim();
let reader: Reader;
let troubles: string[];

/** An organizer at the form of an event with this description. */
async function organizerAt(description: string, { opens = true } = {}): Promise<Made> {
  const event = await app.given.event({ title: 'Rowing', description });
  reader = await openReader(app.api.baseUrl);
  troubles = [];
  reader.page.on('console', (message) => {
    if (/policy|error/i.test(message.text())) troubles.push(message.text());
  });
  reader.page.on('pageerror', (error) => troubles.push(String(error)));
  await logIn(reader, app, app.given.editor());
  await reader.open(`/events/community/edit/event/${event.id}`);
  if (opens) await editorShown();
  return event;
}
const editorShown = () => until(async () => (await reader.page.$('.text-editor:not([hidden])')) !== null);
const fieldShown = () => until(async () => (await reader.page.$('#description:not([hidden])')) !== null);
const stored = async ({ id }: Made) => {
  const [row] = await app.database.query<{ description: string }>('SELECT description FROM events WHERE id = $1', [id]);
  return row!.description;
};
const valueOf = () => reader.page.evaluate(`document.getElementById('description').value`);
const typeAt = async (selector: string, text: string) => {
  await reader.page.click(selector);
  await until(async () => String(await reader.page.evaluate('document.activeElement.className')).includes('tiptap'));
  await reader.page.keyboard.press('End');
  await reader.page.keyboard.type(text);
};

describe('the editor of a description', () => {
  it('shows a text with blank lines as paragraphs, and changes only the one that is written in', async () => {
    const event = await organizerAt('Bring chairs &amp; a table.\nOr two.\n\nBring water.\n\n<ul><li>oars</li></ul>');
    expect(await reader.page.evaluate(`document.querySelectorAll('.tiptap > p').length`)).toBe(3);
    expect(await reader.faults('description-editor')).toEqual([]);
    await typeAt('.tiptap > p:nth-of-type(2)', ' Much.');
    await reader.press('Save the event');
    expect(await reader.text()).toContain('The event is saved.');
    expect(await stored(event)).toBe(
      'Bring chairs &amp; a table.\nOr two.\n\n<p>Bring water. Much.</p>\n<ul><li>oars</li></ul>',
    );
    expect(await reader.text('.prose')).toMatch(/Bring chairs & a table\.\s+Or two\.\s+Bring water\. Much\.\s+oars/);
    expect(troubles).toEqual([]);
  });

  it('leaves a text as it is that nobody changes', async () => {
    const text = 'One\n\n\ntwo <b>x</b>\n\n<dl><dt>three</dt></dl>\n<br />';
    const event = await organizerAt(text);
    expect(await reader.text('.kept-html')).toContain('<dl><dt>three</dt></dl>');
    await reader.fill({ Title: 'Rowing for all' });
    await reader.press('Save the event');
    expect(await reader.text('h1')).toBe('Rowing for all');
    expect(await stored(event)).toBe(text);
  });

  it('opens a text again that was written as source', async () => {
    await organizerAt('One');
    await reader.page.click('.editor-bar [aria-label="Edit the source"]');
    await fieldShown();
    await reader.fill({ 'Description (optional)': 'First\n\nsecond\nline' });
    await reader.page.click('#description ~ button');
    await editorShown();
    expect(
      await reader.page.evaluate(`[...document.querySelectorAll('.tiptap > p')].map(({ innerText }) => innerText)`),
    ).toEqual(['First', 'second\nline']);
    expect(await valueOf()).toBe('First\n\nsecond\nline');
  });

  it('stays at the source while the site does not answer', async () => {
    await organizerAt('One\n\ntwo');
    await reader.page.click('.editor-bar [aria-label="Edit the source"]');
    await fieldShown();
    await reader.fill({ 'Description (optional)': 'Another' });
    await reader.page.setOfflineMode(true);
    await reader.page.click('#description ~ button');
    await until(async () => (await reader.text()).includes('The editor cannot be opened at the moment.'));
    expect(await valueOf()).toBe('Another');
    await reader.page.setOfflineMode(false);
    await reader.page.click('#description ~ button');
    await editorShown();
    expect(await reader.text('.tiptap')).toBe('Another');
  });

  it('says that it cannot show a text, and shows its source', async () => {
    await organizerAt(TOO_MANY_BLOCKS, { opens: false });
    await until(async () => (await reader.text()).includes('The editor cannot show this text block by block'));
    expect(await reader.page.$('#description:not([hidden])')).not.toBeNull();
    expect(await valueOf()).toBe(TOO_MANY_BLOCKS);
  });

  it('stores an image that is pasted, and offers nothing that a description cannot keep', async () => {
    const event = await organizerAt('One');
    expect(await reader.text('.editor-bar')).not.toMatch(/Task|Callout/);
    const data = (await picture(40, 30)).toString('base64');
    await typeAt('.tiptap > p', '');
    await reader.page.evaluate(`{
      const bytes = Uint8Array.from(atob(${JSON.stringify(data)}), (letter) => letter.charCodeAt(0));
      const clipboardData = new DataTransfer();
      clipboardData.items.add(new File([bytes], 'boat.png', { type: 'image/png' }));
      document.querySelector('.tiptap').dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }`);
    await until(async () => (await reader.page.$('dialog')) !== null);
    await reader.fill({ 'Description for those who do not see it': 'A boat' });
    await reader.page.click('dialog button[value="Use the image"]');
    await until(async () => (await reader.page.$('.tiptap img[alt="A boat"]')) !== null);
    await reader.press('Save the event');
    expect(await stored(event)).toMatch(
      /^<p>One<img src="http:[^"]+\/uploads\/images\/\d{4}-\d\d\/boat-\w+\.png" alt="A boat" \/><\/p>$/,
    );
    expect(await reader.page.$('.prose img[alt="A boat"]')).not.toBeNull();
  });
});
