import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { TestApi, VisitingBrowser } from '@almanac/testing';
import { idOf, numberAt, textAt } from '../../apps/content-service/src/testing/answers';
import { multipart } from '../../apps/content-service/src/testing/uploads';
import { jsonTexts } from '../launcher/src/testing/json-texts';
import { RunningLauncher } from '../launcher/src/testing/running-launcher';

const NOBODY = 65_534;
const asRoot = process.getuid?.() === 0;

describe('npm start', () => {
  // PostgreSQL's user must be able to enter it, when the tests run as root.
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'almanac-later-starts-'));
  chmodSync(scratch, 0o755);
  const dataDir = path.join(scratch, 'data');
  let system: RunningLauncher;
  let api: TestApi;
  /** The token of the first start. */
  let token: string;
  /** Another administrator. */
  let other: TestApi;
  let tokenOfOther = '';

  const credentials = () => jsonTexts(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));

  async function start(): Promise<void> {
    const port = await freePort();
    const settings = { PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'error' };
    system = new RunningLauncher(settings, [], {}, 'launch-from-source.ts');
    await system.prints(/Stop with Ctrl\+C/);
    api = new TestApi(`http://127.0.0.1:${port}`);
    other = api.as({ token: tokenOfOther });
    token = credentials()['adminApiToken'] ?? '';
  }

  async function stop(): Promise<void> {
    system.kill('SIGTERM');
    expect(await system.exit).toBe(0);
  }

  async function restart(): Promise<void> {
    await stop();
    await start();
  }

  /** Changes or removes something of the first administrator. */
  async function change(method: 'PUT' | 'DELETE', path: string, body?: object): Promise<void> {
    const { status, text } = await other.send(method, `/api/users/1${path}`, body);
    if (status >= 300) throw new Error(`${status} ${text}`);
  }

  const statusOf = async (value: string) => (await api.as({ token: value }).get('/api/users/me')).status;

  /** Files and folders of the data folder, except those of PostgreSQL, which checks its own. */
  const entriesBelow = (folder: string) =>
    readdirSync(path.join(dataDir, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(folder, name))
      .filter((name) => !/^postgres\/(cluster|postgresql-)/.test(name));

  /** Those that users other than the owner may use in some way. Root's PostgreSQL runs as another user, whose group may pass. */
  const openEntries = () =>
    ['.', ...entriesBelow('.')].filter((name) => {
      const found = statSync(path.join(dataDir, name), { throwIfNoEntry: false });
      // Such as the file by which a service checks its store.
      if (!found) return false;
      const isPassage = asRoot && ['.', 'postgres'].includes(name) && found.gid === NOBODY;
      return (found.mode & 0o077) !== (isPassage ? 0o010 : 0);
    });

  /** The files that user `nobody` can read: the closest to the data, because PostgreSQL runs as this user for root. */
  const readByNobody = () =>
    entriesBelow('.').filter((name) => {
      const account = asRoot ? { uid: NOBODY, gid: NOBODY } : {};
      return asRoot && spawnSync('head', ['-c1', path.join(dataDir, name)], account).status === 0;
    });

  beforeAll(async () => {
    await start();
    const first = api.as({ token });
    const person = await first.post('/api/users', { name: 'Ann', email: 'ann@example.com', roles: [1] });
    const made = (await first.post(`/api/users/${idOf(person.body)}/tokens`, { name: 'Mine' })).body;
    tokenOfOther = `${textAt(made, 'token_id')}:${textAt(made, 'secret')}`;
    other = api.as({ token: tokenOfOther });
  });
  afterAll(async () => {
    await stop();
    rmSync(scratch, { recursive: true });
  });

  it('keeps its folder closed to other users of the machine', async () => {
    const first = api.as({ token });
    const page = await first.post('/api/pages', {
      book_id: idOf((await first.post('/api/books', { name: 'Book' })).body),
      name: 'Page',
      html: '<p>Text</p>',
    });
    const file = { content: Buffer.from('private'), name: 'private.txt' };
    const form = multipart({ name: 'Private', uploaded_to: idOf(page.body) }, { file });
    expect((await first.post('/api/attachments', form)).status).toBe(200);
    expect(openEntries()).toEqual([]);
    expect(readByNobody()).toEqual([]);
  });

  it('closes a folder that an earlier version left open', async () => {
    await stop();
    for (const name of ['.', 'postgres']) {
      chownSync(path.join(dataDir, name), process.getuid?.() ?? 0, process.getgid?.() ?? 0);
      chmodSync(path.join(dataDir, name), 0o711);
    }
    for (const name of ['files', ...entriesBelow('files')]) {
      const entry = path.join(dataDir, name);
      chmodSync(entry, statSync(entry).isDirectory() ? 0o755 : 0o644);
    }
    await start();
    expect(['.', 'files'].filter((name) => openEntries().includes(name))).toEqual([]);
    expect(readByNobody()).toEqual([]);
  });

  it('keeps a working token and a changed password, and says nothing about them', async () => {
    await change('PUT', '', { password: 'a changed password' });
    await restart();
    expect(await statusOf(token)).toBe(200);
    expect(system.output).not.toContain('no longer works');
    const { adminEmail: email = '', adminPassword = '' } = credentials();
    const landing = async (password: string) =>
      (await new VisitingBrowser(api).logIn({ email, password })).headers.get('location');
    expect([await landing('a changed password'), await landing(adminPassword)]).toEqual(['/', '/login']);
  });

  it('gives neither a taken role back nor the token to another administrator', async () => {
    await change('PUT', '', { roles: [] });
    await restart();
    expect(await statusOf(token)).toBe(403);
    expect(system.output).toContain('no longer works');
    await change('PUT', '', { roles: [1] });
  });

  it('does not make a deleted token again, and says how to get another one', async () => {
    const id = numberAt((await other.get('/api/users/1/tokens')).body, 'data.0.id');
    await change('DELETE', `/tokens/${id}`);
    await restart();
    expect(await statusOf(token)).toBe(401);
    expect(system.output).toMatch(/token no longer works\. .*--recover-admin/);
    expect((await other.get('/api/users/1/tokens')).body).toMatchObject({ total: 0 });
  });

  it('does not make a deleted account again, and gives its token to nobody', async () => {
    await change('DELETE', '');
    await restart();
    expect(await statusOf(token)).toBe(401);
    expect((await other.get('/api/users')).body).toMatchObject({ total: 2 });
  });
});
