import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { Receiver } from '../../features/webhooks/testing/receiver';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';

const PASSWORD = 'correct horse battery';

const openReader = testReaders();

let app: ContentApp;
let folder: string;
let receiver: Receiver;
let credentials: { email: string; password: string };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'almanac-imports-'));
  // The browser may run as another user.
  await chmod(folder, 0o755);
  receiver = await Receiver.start();
  app = await startContent({
    BASE_URL: 'http://docs.example',
    RUN_JOBS: 'true',
    OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
  });
  const admin = await app.given.admin();
  credentials = await app.given.password(admin, PASSWORD);
  await app.api.as(admin).post(`/api/users/${(await app.given.editor()).id}/tokens`, { name: 'Weather station' });
});
afterAll(async () => {
  await app.close();
  await receiver.stop();
  await rm(folder, { recursive: true });
});

let reader: Reader;

/** The smallest distance from the middle of a checkbox to the fold above or below it (WCAG 2.5.8: at least half of 24 px). */
const SMALLEST_ROOM = `(() => {
  for (const fold of document.querySelectorAll('main details')) fold.open = true;
  const folds = [...document.querySelectorAll('main summary')].map((one) => one.getBoundingClientRect());
  const boxes = [...document.querySelectorAll('main details input')].map((one) => one.getBoundingClientRect());
  return Math.min(...boxes.flatMap(({ top, bottom }) => folds.map((fold) => Math.abs((top + bottom) / 2 - (top > fold.top ? fold.bottom : fold.top)))));
})()`;

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an administrator %s', (_how, scripts) => {
  beforeEach(async () => {
    reader = await openReader(app.api.baseUrl, scripts);
    await reader.logIn(credentials);
  });

  it('finds an event in the audit log', async () => {
    await reader.open('/settings');
    await reader.press('Audit log', 'link');
    expect(await reader.faults('audit-log')).toEqual([]);
    await reader.page.select('select[name="type"]', 'api_token_create');
    await reader.press('Find');
    expect(await reader.text('tbody')).toContain('Weather station');
    await reader.press('IP address', 'link');
    expect(reader.path).toContain('type=api_token_create');
    expect(reader.path).toContain('sort=ip');
  });

  it('restores one item, deletes another one for good, and empties the recycle bin', async () => {
    const books = await Promise.all(['Tides', 'Winds', 'Stars'].map((name) => app.given.book({ name })));
    const admin = app.api.as(await app.given.admin());
    for (const { id } of books) await admin.delete(`/api/books/${id}`);
    await reader.open('/settings/recycle-bin');
    expect(await reader.faults('recycle-bin')).toEqual([]);
    await reader.press('Restore Tides', 'link');
    expect(await reader.faults('recycle-bin-restore')).toEqual([]);
    await reader.press('Restore the book');
    expect(await reader.text()).toContain('Restored: 1 item.');
    await reader.press('Delete Winds', 'link');
    expect(await reader.faults('recycle-bin-destroy')).toEqual([]);
    await reader.press('Delete the book for good');
    expect(await reader.text()).toContain('Deleted for good: 1 item.');
    await reader.press('Empty the recycle bin', 'link');
    expect(await reader.faults('recycle-bin-empty')).toEqual([]);
    await reader.press('Empty the recycle bin');
    for (; !(await reader.text()).includes('The recycle bin is empty.'); await reader.open('/settings/recycle-bin'));
    expect(await reader.faults('recycle-bin-emptied')).toEqual([]);
  });

  it('revokes a token of another user', async () => {
    const owner = await app.given.editor();
    const name = `Token of ${owner.name}`;
    await app.api.as(await app.given.admin()).post(`/api/users/${owner.id}/tokens`, { name });
    await reader.open('/settings/tokens');
    expect(await reader.faults('all-tokens')).toEqual([]);
    await reader.fill({ 'Name of a token or user': name });
    await reader.press('Find');
    await reader.press(`Revoke ${name} of ${owner.name}`, 'link');
    expect(await reader.faults('all-tokens-revoke')).toEqual([]);
    await reader.press('Revoke the token');
    expect(await reader.text()).toContain('The token is revoked.');
    expect(await reader.text('table')).not.toContain(name);
  });

  it('sees the queues, and retries a failed job', async () => {
    await app.database.query(
      `INSERT INTO jobs.job (name, state, output, data, completed_on)
       VALUES ('recycle-bin.empty', 'failed', '{"message": "The disk is full"}', '{"upTo": 0}', now())`,
    );
    await reader.open('/settings/jobs');
    expect(await reader.text()).toContain('The disk is full');
    expect(await reader.faults('jobs')).toEqual([]);
    await reader.press('Retry the job of recycle-bin.empty');
    expect(await reader.text()).toContain('The job runs once more.');
  });

  it('creates a webhook, tries it, reads the delivery, replaces the secret and deletes the webhook', async () => {
    const hook = `/with-${scripts}`;
    receiver.answers.set(hook, (response) => response.writeHead(200).end('Thank you'));
    await reader.open('/settings/webhooks');
    await reader.press('New webhook', 'link');
    expect(await reader.faults('webhook-new')).toEqual([]);
    expect(await reader.page.evaluate(SMALLEST_ROOM)).toBeGreaterThanOrEqual(12);
    await reader.fill({ Name: 'Build server', 'Address of the receiver': 'http://10.0.0.7/' });
    await reader.page.click('input[value="all"]');
    await reader.press('Create the webhook');
    expect(await reader.text()).toContain('The Address of the receiver must be a public http or https address.');
    expect(await reader.faults('webhook-refused')).toEqual([]);
    await reader.fill({ 'Address of the receiver': receiver.urlOf(hook) });
    await reader.press('Create the webhook');
    const secret = await reader.text('#secret');
    expect(secret).toMatch(/^whsec_/);
    expect(await reader.faults('webhook-secret')).toEqual([]);
    await reader.press('I have stored it', 'link');
    expect(await reader.text()).not.toContain(secret);
    expect(await reader.faults('webhook')).toEqual([]);
    await reader.press('Send a test message');
    for (; !(await reader.text()).includes('delivered'); await reader.open(reader.path));
    expect(await reader.text()).toContain('"event": "test"');
    expect(await reader.text()).toContain('Thank you');
    expect(await reader.faults('delivery')).toEqual([]);
    await reader.press('Deliver again');
    for (; receiver.at(hook).length < 2; await reader.open(reader.path));
    await reader.press('All deliveries of Build server', 'link');
    expect(await reader.faults('deliveries')).toEqual([]);
    await reader.press('Back to the webhook', 'link');
    await reader.press('Replace the secret');
    expect(await reader.text('#secret')).not.toBe(secret);
    await reader.press('I have stored it', 'link');
    expect(await reader.text()).toContain('Messages are signed with the former secret, too, until');
    await reader.press('Delete', 'link');
    expect(await reader.faults('webhook-delete')).toEqual([]);
    await reader.press('Delete the webhook');
    expect(await reader.text()).toContain('The webhook is deleted.');
  });

  it('uploads a ZIP file, sees its contents and imports them', async () => {
    const name = `Boats ${scripts}`;
    await reader.open('/settings/imports');
    expect(await reader.text()).toContain('At most 50 MB');
    expect(await reader.faults('imports')).toEqual([]);
    await choose(await zipFile('broken.zip', Buffer.from('no archive')));
    await reader.press('Upload');
    expect(await reader.text()).toContain('This file cannot be read as a ZIP file.');
    expect(await reader.text()).not.toContain('ZIP upload failed');
    expect(await reader.faults('import-refused')).toEqual([]);
    const chapters = [{ name: 'Rowing', pages: [{ name: 'Oars' }] }];
    await choose(await zipFile('boats.zip', await archiveOf({ book: { name, chapters } })));
    await reader.press('Upload');
    expect(await reader.text()).toContain('Oars page');
    expect(await reader.faults('import')).toEqual([]);
    await reader.press('Run the import');
    for (; !(await reader.text()).includes('The import is done.'); await reader.open(reader.path));
    expect(await reader.faults('import-done')).toEqual([]);
    await reader.press('Open it', 'link');
    expect(await reader.text()).toContain('Rowing');
  });

  /** Chooses a file in the form for uploads. */
  async function choose(file: string): Promise<void> {
    const field = await reader.page.$<'input#file'>('input#file');
    if (!field) throw new Error('the page has no field for a file');
    await field.uploadFile(file);
  }
});

it('the progress of an import appears without loading the page again', async () => {
  const admin = await app.given.admin();
  const { body } = await uploadArchive(app, admin, await archiveOf({ book: { name: 'Slow' } }));
  const insert = `INSERT INTO job_runs (kind, subject, created_by, input, state, step, done, total)
    VALUES ('import', $1, $2, '{}', 'running', 'files', 1, 9)`;
  await app.database.query(insert, [idOf(body), admin.id]);
  reader = await openReader(app.api.baseUrl);
  await reader.logIn(credentials);
  await reader.open(`/settings/imports/${idOf(body)}/run`);
  expect(await reader.text()).toContain('Files: 1 of 9.');
  expect(await reader.faults('import-running')).toEqual([]);
  const set = (change: string) => app.database.query(`UPDATE job_runs SET ${change} WHERE subject = $1`, [idOf(body)]);
  await set('done = 5');
  await until(async () => (await reader.text()).includes('Files: 5 of 9.'));
  await set(`state = 'canceled', ended_at = now()`);
  await reader.page.waitForSelector('[data-over="true"]');
  expect(await reader.text()).toContain('The import was canceled.');
});

/** Stores a file in a folder of this test. */
async function zipFile(name: string, content: Buffer): Promise<string> {
  const file = path.join(folder, name);
  await writeFile(file, content);
  return file;
}
