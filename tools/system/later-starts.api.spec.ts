import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '@almanac/process';
import { TestApi, VisitingBrowser } from '@almanac/testing';
import { idOf, numberAt, textAt } from '../../apps/content-service/src/testing/answers';
import { jsonTexts } from '../launcher/src/testing/json-texts';
import { RunningLauncher } from '../launcher/src/testing/running-launcher';

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

  const statusOf = async (value: string) => (await api.as({ token: value }).get('/api/users/me')).status;

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

  it('keeps a working token and a changed password, and says nothing about them', async () => {
    await other.put('/api/users/1', { password: 'a changed password' });
    await restart();
    expect(await statusOf(token)).toBe(200);
    expect(system.output).not.toContain('no longer works');
    const { adminEmail: email = '', adminPassword = '' } = credentials();
    const landing = async (password: string) =>
      (await new VisitingBrowser(api).logIn({ email, password })).headers.get('location');
    expect([await landing('a changed password'), await landing(adminPassword)]).toEqual(['/', '/login']);
  });

  it('gives neither a taken role back nor the token to another administrator', async () => {
    await other.put('/api/users/1', { roles: [] });
    await restart();
    expect(await statusOf(token)).toBe(403);
    expect(system.output).toContain('no longer works');
    await other.put('/api/users/1', { roles: [1] });
  });

  it('does not make a deleted token again, and says how to get another one', async () => {
    const id = numberAt((await other.get('/api/users/1/tokens')).body, 'data.0.id');
    await other.delete(`/api/users/1/tokens/${id}`);
    await restart();
    expect(await statusOf(token)).toBe(401);
    expect(system.output).toMatch(/token no longer works\. .*--recover-admin/);
    expect((await other.get('/api/users/1/tokens')).body).toMatchObject({ total: 0 });
  });

  it('does not make a deleted account again, and gives its token to nobody', async () => {
    await other.delete('/api/users/1');
    await restart();
    expect(await statusOf(token)).toBe(401);
    expect((await other.get('/api/users')).body).toMatchObject({ total: 2 });
  });
});
