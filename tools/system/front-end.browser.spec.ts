import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Reader, testReaders, TestApi } from '@almanac/testing';
import { startUpstream } from '../../apps/gateway/src/testing/servers';
import { type OneAddress, startAtOneAddress } from './testing/one-address';

const FOLDER = path.resolve(__dirname, '../../docs/examples/front-end');
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
const EVENTS = '/calendar/events/v1/events';
/** Lists show the events of the next two years. */
const YEAR = new Date().getFullYear() + 1;

const openReader = testReaders();

let system: OneAddress;
let site: string;
let stranger: string;
let token: string;
beforeAll(async () => {
  [site, stranger] = [await serveFolder(), await serveFolder()];
  system = await startAtOneAddress({ CORS_ALLOWED_ORIGINS: site });
  ({ token } = await system.content.given.admin());
});
afterAll(() => system.close());

/** Serves the example at an origin of its own. */
function serveFolder(): Promise<string> {
  return startUpstream((request, response) => {
    const name = request.url === '/' ? 'index.html' : path.basename(request.url ?? '');
    readFile(path.join(FOLDER, name)).then(
      (text) => response.setHeader('content-type', TYPES[path.extname(name)] ?? 'text/plain').end(text),
      () => response.writeHead(404).end(),
    );
  });
}

let reader: Reader;
/** Failures of scripts and messages of the console, except those about refused requests. */
let complaints: string[];

/** Opens the example at this origin, and shows the events of the system. */
async function start(origin: string, secret = token): Promise<void> {
  reader = await openReader(origin);
  complaints = [];
  reader.page.on('pageerror', (failure) => complaints.push(String(failure)));
  reader.page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  await reader.open('/');
  await reader.fill({ Address: system.base, Token: secret });
  await click('Show events');
}

const click = (name: string) => reader.page.locator(`::-p-aria([name="${name}"][role="button"])`).click();
/** Opens the editor. */
const open = async (button: string) => {
  await click(button);
  await reader.page.waitForSelector('#editor[open]');
};
const fill = (name: string, text: string) => reader.fill({ [name]: text });

/** Waits until the text of an element matches. */
const shows = (selector: string, text: string) =>
  reader.page.waitForFunction(
    `document.querySelector(${JSON.stringify(selector)})?.innerText.includes(${JSON.stringify(text)})`,
  );
const isClosed = () => reader.page.waitForFunction(`!document.querySelector('#editor').open`);
const choose = (id: string, time: string) => reader.page.evaluate(`document.getElementById('${id}').value = '${time}'`);

const api = () => new TestApi(system.base).as({ token });
const given = async (fields: object): Promise<{ id: number }> => {
  const times = { end_date: `${YEAR}-06-30 11:00`, status: 'publish' };
  const { text } = await api().post(EVENTS, { ...times, ...fields });
  const made: { id: number } = JSON.parse(text);
  return made;
};
const read = async (id: number): Promise<unknown> => JSON.parse((await api().get(`${EVENTS}/${id}`)).text);

describe('the front end of docs/examples at an allowed origin', () => {
  it('lists events page after page, and creates another one', async () => {
    for (let day = 1; day <= 7; day += 1) await given({ title: `Fair ${day}`, start_date: `${YEAR}-06-0${day} 10:00` });
    await start(site);
    await shows('#events', 'Fair 5');
    expect(await reader.text('#events')).not.toContain('Fair 6');
    expect(await reader.faults('front-end-list')).toEqual([]);
    await click('More');
    await shows('#events', 'Fair 7');
    await shows('body', 'Fair 1');
    await open('New event');
    await fill('Title', 'Opening');
    await choose('start_date', `${YEAR}-05-01T10:00`);
    await choose('end_date', `${YEAR}-05-01T12:00`);
    await click('Save');
    await isClosed();
    await shows('#events', 'Opening');
    expect(complaints).toEqual([]);
  });

  it('shows faults beside their fields', async () => {
    await start(site);
    await open('New event');
    await click('Save');
    await shows('#title-fault', 'title');
    await fill('Title', 'Wrong order');
    await choose('start_date', '2031-05-02T10:00');
    await choose('end_date', '2031-05-01T10:00');
    await click('Save');
    await shows('#end_date-fault', 'end before it starts');
    expect(await reader.text('#title-fault')).toBe('');
    expect(await reader.page.evaluate('document.activeElement.id')).toBe('end_date');
    expect(await reader.faults('front-end-faults')).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('changes a series as a whole, and leaves everything else of it as it was', async () => {
    const { id } = await given({
      title: 'Choir',
      start_date: `${YEAR}-04-01 19:00`,
      end_date: `${YEAR}-04-01 20:00`,
      rrule: 'FREQ=WEEKLY;COUNT=2',
      cost: '$5',
    });
    const former = await read(id);
    await start(site);
    await open('Edit Choir');
    await fill('Title', 'Chamber choir');
    await click('Save');
    await isClosed();
    await shows('#events', 'Chamber choir');
    expect(await read(id)).toEqual({
      ...Object(former),
      title: 'Chamber choir',
      modified: expect.any(String),
      modified_utc: expect.any(String),
      json_ld: expect.anything(),
    });
    await api().delete(`${EVENTS}/${id}?force=true`);
  });

  it.each([
    ['Take theirs', 'Theirs'],
    ['Save mine', 'Mine'],
  ])('asks what to do when somebody else has saved first: %s', async (choice, title) => {
    const { id } = await given({ title: 'Contested', start_date: `${YEAR}-03-01 10:00` });
    await start(site);
    await open('Edit Contested');
    await api().patch(`${EVENTS}/${id}`, { title: 'Theirs' });
    await fill('Title', 'Mine');
    await click('Save');
    await shows('#theirs', 'Theirs');
    expect(await reader.faults('front-end-conflict')).toEqual([]);
    await click(choice);
    if (choice === 'Take theirs') await click('Save');
    await isClosed();
    await shows('#events', title);
    expect(await read(id)).toMatchObject({ title });
    expect(complaints).toEqual([]);
    await api().delete(`${EVENTS}/${id}?force=true`);
  });

  it('shows why a request was refused', async () => {
    await start(site, 'no:token');
    await shows('#message', 'No matching API token was found');
  });
});

it('the front end of docs/examples says how to allow its origin', async () => {
  await start(stranger);
  await shows('#message', `CORS_ALLOWED_ORIGINS=${stranger}`);
  expect(await reader.faults('front-end-refused')).toEqual([]);
  // A public calendar can be read from every origin without a token.
  await given({ title: 'For all', start_date: `${YEAR}-02-01 10:00` });
  await start(stranger, '');
  await shows('#events', 'For all');
});
