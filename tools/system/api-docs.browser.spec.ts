import { type Reader, testReaders } from '@almanac/testing';
import { type OneAddress, startAtOneAddress } from './testing/one-address';

const PASSWORD = 'correct horse battery';
const MAX_TABS = 400;

const openReader = testReaders();

let system: OneAddress;
let reader: Reader;
beforeAll(async () => {
  system = await startAtOneAddress();
});
afterAll(() => system.close());

/** Messages of the browser about violations of the page's policy, and failures of scripts. */
let complaints: string[];
beforeEach(async () => {
  complaints = [];
  reader = await openReader(system.base);
  reader.page.on('pageerror', (failure) => complaints.push(String(failure)));
  reader.page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(message.text());
  });
});

const shown = (selector: string) => reader.page.waitForSelector(selector);

/** Moves the focus with the keyboard alone until it is on an element that matches. */
async function tabTo(selector: string): Promise<void> {
  for (let tabs = 0; tabs < MAX_TABS; tabs += 1) {
    if ((await reader.page.evaluate(`document.activeElement.matches(${JSON.stringify(selector)})`)) === true) return;
    await reader.page.keyboard.press('Tab');
  }
  throw new Error(`The keyboard does not reach ${selector}`);
}

async function pressOn(selector: string): Promise<void> {
  await tabTo(selector);
  await reader.page.keyboard.press('Enter');
}

const operation = (id: string) => `[id="${id}"]`;

describe('the documentation page', () => {
  it('shows the calendar to all callers who open its description in a browser', async () => {
    await reader.open('/calendar/events/v1/doc');
    expect(reader.path).toBe('/api/docs?of=calendar');
    await shown('.opblock');
    expect(await reader.text('.swagger-ui .title')).toContain('Events calendar');
    await shown('#operations[role="region"]');
    expect(await reader.faults('api-docs-calendar', '#api-docs')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('has room for the descriptions of groups and for the filter on a phone', async () => {
    await reader.page.setViewport({ width: 390, height: 844 });
    await reader.open('/api/docs?of=calendar');
    await shown('.opblock');
    const widthOf = async (part: string) =>
      Number(await reader.page.evaluate(`document.querySelector('#api-docs ${part}').getBoundingClientRect().width`));
    const place = await widthOf('.swagger-ui');
    expect(await widthOf('.opblock-tag small')).toBeGreaterThan(place * 0.8);
    expect(await widthOf('.operation-filter-input')).toBeLessThanOrEqual(place);
    expect(await widthOf('.operation-filter-input')).toBeGreaterThan(place * 0.8);
  });

  it('has the ground of the page in the dark theme', async () => {
    await reader.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: 'dark' }]);
    await reader.open('/api/docs?of=calendar');
    await shown('.opblock');
    const ground = `getComputedStyle(document.querySelector('.swagger-ui')).backgroundColor`;
    expect(await reader.page.evaluate(ground)).toBe('rgba(0, 0, 0, 0)');
  });

  it('sends a request with a pasted token, by the keyboard alone', async () => {
    const person = system.content.given;
    const { token } = await person.user({ permissions: ['event-create', 'access-api'] });
    await reader.open('/api/docs?of=calendar#/feeds');
    await shown('.opblock');
    await pressOn('.btn.authorize');
    await tabTo('#api_key_value');
    await reader.page.keyboard.type(token);
    await pressOn('.btn.modal-btn.authorize');
    await pressOn('.btn-done');
    await pressOn(`${operation(FEEDS)} .opblock-summary-control`);
    await pressOn(`${operation(FEEDS)} .try-out__btn`);
    await pressOn(`${operation(FEEDS)} .execute`);
    await shown(`${operation(FEEDS)} .live-responses-table tbody .response-col_status`);
    expect(await reader.text(`${operation(FEEDS)} .live-responses-table tbody .response-col_status`)).toContain('200');
    expect(complaints).toEqual([]);
  });
});

const FEEDS = 'operations-feeds-privateFeedsList';

describe('a user who is logged in', () => {
  it('opens the page of the library after the log-in, and reads with the session', async () => {
    await reader.open('/api/docs');
    expect(reader.path).toBe('/login?return=%2Fapi%2Fdocs');
    const { email, password } = await system.content.given.password(await system.content.given.editor(), PASSWORD);
    await reader.fill({ 'E-mail': email, Password: password });
    await reader.press('Log in');
    expect(reader.path).toBe('/api/docs');
    const about = '.opblock:has([data-path="/api/system"])';
    await shown(about);
    await shown('#operations[role="region"]');
    expect(await reader.faults('api-docs-library', '#api-docs')).toEqual([]);
    for (const control of ['.opblock-summary-control', '.try-out__btn', '.execute']) {
      await shown(`${about} ${control}`);
      await reader.page.click(`${about} ${control}`);
    }
    await shown(`${about} .live-responses-table tbody .response-col_status`);
    expect(await reader.text(`${about} .live-responses-table tbody .response-col_status`)).toContain('200');
    expect(complaints).toEqual([]);
  });
});
