import { randomUUID } from 'node:crypto';
import { type Caller, Mailbox, sendRaw, type TestResponse, until, VisitingBrowser } from '@almanac/testing';
import { idOf, textAt } from '../../apps/content-service/src/testing/answers';
import { archiveOf } from '../../apps/content-service/src/testing/archives';
import { SERVICE_SECRET } from '../../apps/content-service/src/testing/content-app';
import { Receiver } from '../../apps/content-service/src/features/webhooks/testing/receiver';
import type { Person } from '../../apps/content-service/src/testing/given';
import { multipart } from '../../apps/content-service/src/testing/uploads';
import { TracedSystem } from './testing/traced-system';

const CALENDAR = '/calendar/events/v1';
const EVENT = { title: 'Fair', start_date: '2031-05-01 10:00:00', end_date: '2031-05-01 12:00:00' };
const PASSWORD = 'hunter2-of-the-log';

let mailbox: Mailbox;
let receiver: Receiver;
let system: TracedSystem;
let admin: Person;
/** When the last program had started. */
let started: string;
/** The user of each request of this test, by the id of the request. */
const users = new Map<string, number | undefined>();
const secrets = [SERVICE_SECRET, 'collector-secret', PASSWORD];

beforeAll(async () => {
  [mailbox, receiver] = await Promise.all([Mailbox.open(), Receiver.start()]);
  system = await TracedSystem.start({
    ...mailbox.environment,
    OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
  });
  admin = await system.content.given.admin();
  secrets.push(...admin.token.split(':'));
  started = new Date().toISOString();
});
afterAll(async () => {
  await system.close();
  await Promise.all([mailbox.close(), receiver.stop()]);
});

/** Sends as this person, and notes the id of the request. */
async function send(method: string, path: string, body?: object | string, by: Caller & { id?: number } = admin) {
  const request = randomUUID();
  users.set(request, by.id);
  return system.api.as(by).with({ 'x-request-id': request }).send(method, path, body);
}

const statusOf = async (answer: Promise<TestResponse>) => (await answer).status;
const stranger: Caller = {};

/** Renames a table, so that the work on it fails. */
async function without(table: string, work: () => Promise<unknown>): Promise<void> {
  await system.content.database.query(`ALTER TABLE ${table} RENAME TO ${table}_elsewhere`);
  await work().finally(() => system.content.database.query(`ALTER TABLE ${table}_elsewhere RENAME TO ${table}`));
}

async function refusals(): Promise<void> {
  expect(await statusOf(send('GET', '/api/books', undefined, stranger))).toBe(401);
  const forged = { token: `${admin.token.split(':')[0]}:${'a'.repeat(32)}` };
  expect(await statusOf(send('GET', `/api/books?token=${PASSWORD}`, undefined, forged))).toBe(401);
  expect(await statusOf(send('GET', '/api/nowhere'))).toBe(404);
  expect(await statusOf(send('POST', '/api/books', { name: '' }))).toBe(422);
  expect(await statusOf(send('GET', `${CALENDAR}/events/999999`, undefined, stranger))).toBe(404);
  expect(await statusOf(send('POST', `${CALENDAR}/events`, { title: '' }))).toBe(400);
  await sendRaw(system.api.baseUrl, 'GET / HTTP/1.1\r\nbroken header\r\n\r\n');
}

async function failures(): Promise<void> {
  const book = idOf((await send('POST', '/api/books', { name: 'Failing' })).body);
  await without('shelves', async () => expect(await statusOf(send('GET', '/api/shelves'))).toBe(500));
  const archive = await archiveOf({ book: { name: 'Lost', pages: [{ name: 'p' }] } });
  const upload = await send('POST', '/api/imports', multipart({}, { file: { content: archive, name: 'x.zip' } }));
  await without('page_revisions', async () =>
    expect(await statusOf(send('POST', `/api/imports/${idOf(upload.body)}`, {}))).toBe(500),
  );
  expect(await statusOf(send('DELETE', `/api/books/${book}`))).toBe(204);
}

async function documents(): Promise<void> {
  const book = idOf((await send('POST', '/api/books', { name: 'Logged' })).body);
  const page = idOf((await send('POST', '/api/pages', { book_id: book, name: 'Page', html: '<p>Text</p>' })).body);
  for (const format of ['html', 'markdown', 'plaintext', 'zip'])
    expect(await statusOf(send('GET', `/api/pages/${page}/export/${format}`))).toBe(200);
  const file = multipart({ name: 'File', uploaded_to: page }, { file: { content: 'text', name: 'a.txt' } });
  const attachment = idOf((await send('POST', '/api/attachments', file)).body);
  expect(await statusOf(send('GET', `/attachments/${attachment}`))).toBe(200);
  const archive = await archiveOf({ book: { name: 'Imported', pages: [{ name: 'p' }] } });
  const upload = await send('POST', '/api/imports', multipart({}, { file: { content: archive, name: 'x.zip' } }));
  expect(await statusOf(send('POST', `/api/imports/${idOf(upload.body)}`, {}))).toBe(200);
}

async function webhooks(): Promise<void> {
  receiver.answers.set('/refusing', (response) => response.writeHead(500).end());
  for (const path of ['/taking', '/refusing']) {
    const input = { name: path, endpoint: receiver.urlOf(path), events: ['book_create'], timeout: 60 };
    secrets.push(textAt((await send('POST', '/api/webhooks', input)).body, 'secret'));
  }
  await send('POST', '/api/books', { name: 'Told' });
  await until(() => receiver.at('/taking').length > 0 && receiver.at('/refusing').length > 0);
  expect(receiver.at('/taking')[0]?.headers['traceparent']).toBeUndefined();
}

async function calendar(): Promise<void> {
  const event = await send('POST', `${CALENDAR}/events`, EVENT);
  expect(event.status).toBe(201);
  expect(await statusOf(send('GET', `${CALENDAR}/events/${idOf(event.body)}`, undefined, stranger))).toBe(200);
  const feed = await send('POST', `${CALENDAR}/feeds`, { name: 'Mine' });
  const address = textAt(feed.body, 'url');
  secrets.push(/feeds\/([^/.]+)\.ics/.exec(address)?.[1] ?? PASSWORD);
  expect(await statusOf(send('GET', new URL(address).pathname, undefined, stranger))).toBe(200);
}

async function pages(): Promise<void> {
  const person = await system.content.given.viewer();
  const { email } = await system.content.given.password(person, PASSWORD);
  secrets.push(...person.token.split(':'));
  const browser = new VisitingBrowser(system.api);
  await browser.logIn({ email, password: `${PASSWORD}-wrong` });
  expect((await browser.logIn({ email, password: PASSWORD })).status).toBe(303);
  expect((await browser.get('/my-account')).status).toBe(200);
  secrets.push(...browser.cookies.values());
  const forgetful = new VisitingBrowser(system.api);
  expect((await forgetful.submit('/password/email', { email })).status).toBe(303);
  await until(() => mailbox.letters.length > 0);
  secrets.push(/\/password\/reset\/([\w-]+)/.exec(mailbox.letters[0]?.mail.text ?? '')?.[1] ?? PASSWORD);
  const lost = await system.content.given.viewer();
  await system.content.database.query('UPDATE users SET email = $1 WHERE id = $2', ['nobody@example.com', lost.id]);
  expect((await forgetful.submit('/password/email', { email: 'nobody@example.com' })).status).toBe(303);
  await until(() => messages().some((message) => message.startsWith('sending a link')));
}

const linesSince = () => system.lines.filter((line) => String(line['time']) >= started);
const messages = () => linesSince().map((line) => String(line['msg']));

it('every line about a request or its job names request, trace and user, and none holds a secret', async () => {
  await refusals();
  await failures();
  await documents();
  await webhooks();
  await calendar();
  await pages();
  await until(() => [...users.keys()].every((id) => linesSince().some((line) => line['request_id'] === id)));
  await until(() => system.collector.spans.some(({ name }) => name === 'mail'));

  const lines = linesSince();
  const nameless = lines.filter((line) => line['request_id'] === undefined && line['job_id'] === undefined);
  expect(nameless).toEqual([]);
  expect(lines.filter((line) => !/^[0-9a-f]{32}$/.test(String(line['trace_id'])))).toEqual([]);
  const isInternal = (line: Readonly<Record<string, unknown>>) => String(line['path']).startsWith('/internal/');
  const unowned = lines.filter((line) => {
    const user = users.get(String(line['request_id']));
    return user !== undefined && line['name'] !== 'gateway' && !isInternal(line) && line['user_id'] !== user;
  });
  expect(unowned).toEqual([]);
  expect(messages()).toEqual(expect.arrayContaining(['request failed', 'a job failed']));

  for (const secret of secrets) {
    expect(system.output).not.toContain(secret);
    expect(system.collector.received).not.toContain(secret);
  }
  // A response with many listeners once looked like a leak to Node.
  expect(system.lines.filter(({ context }) => context === 'node' || context === 'console')).toEqual([]);
});
