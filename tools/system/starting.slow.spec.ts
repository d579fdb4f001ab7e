import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { cloneDatabase, type TestDatabase, testStorage, until } from '@almanac/testing';

const ROOT = path.resolve(__dirname, '../..');
const SECRET = 'a secret between the services of a test';
const SERVICES = [
  { service: 'content-service', variable: 'DATABASE_URL', read: '/api/books', migrations: 5 },
  { service: 'calendar-service', variable: 'CALENDAR_DATABASE_URL', read: '/events', migrations: 5 },
] as const;

const children: ChildProcess[] = [];
let database: TestDatabase;
let storage: Awaited<ReturnType<typeof testStorage>>;
beforeEach(async () => {
  database = await cloneDatabase('empty', () => Promise.resolve());
  storage = await testStorage();
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
  await database.drop();
  await storage.remove();
});

interface Line {
  level?: string;
  msg?: string;
  err?: { message?: string };
  migration?: string;
  ms?: number;
  user_id?: number;
}

function lineOf(text: string): Line {
  const line: Line = JSON.parse(text);
  return line;
}

/** A program that runs from its source. */
function run(service: string, args: string[], settings: Record<string, string>) {
  const child = spawn(
    process.execPath,
    ['--require', path.join(ROOT, 'tools/typescript.cjs'), path.join(ROOT, 'apps', service, 'src/main.ts'), ...args],
    {
      env: {
        ...process.env,
        LOG_LEVEL: 'info',
        LOG_FORMAT: 'json',
        HOST: '127.0.0.1',
        SERVICE_SECRET: SECRET,
        BASE_URL: 'http://docs.example',
        CONTENT_URL: 'http://127.0.0.1:9',
        STORAGE_URL: storage.url,
        ...settings,
      },
    },
  );
  children.push(child);
  const output = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text));
  const ended = once(child, 'close').then(([code]: unknown[]) => ({ code, ...output }));
  const lines = () => output.out.split('\n').filter(Boolean).map(lineOf);
  return { child, ended, lines, output };
}

const statusAt = (port: number, route: string) =>
  fetch(`http://127.0.0.1:${port}${route}`).then(
    ({ status }) => status,
    () => 0,
  );

describe.each(SERVICES)('$service', ({ service, variable, read, migrations }) => {
  it('waits for its migrations, tells so in one line, and becomes ready by itself', async () => {
    const port = await freePort();
    const settings = {
      [variable]: database.url,
      PORT: String(port),
      ADMIN_EMAIL: 'ann@example.com',
      ADMIN_PASSWORD: 'correct horse',
    };
    const { child, lines, ended } = run(service, [], settings);
    await until(async () => (await statusAt(port, '/readyz')) === 503);
    expect(await statusAt(port, '/healthz')).toBe(200);
    const refused = await fetch(`http://127.0.0.1:${port}${read}`);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    expect(JSON.stringify(await refused.json())).toContain('Try again in a few seconds.');
    const migrating = run(service, ['migrate'], settings);
    expect(await migrating.ended).toMatchObject({ code: 0, err: '' });
    const ran = migrating.lines().filter(({ msg }) => msg === 'migrated');
    expect(ran.length).toBeGreaterThan(migrations);
    expect(ran[0]).toMatchObject({ level: 'info', migration: expect.any(String), ms: expect.any(Number) });
    const made = migrating.lines().filter(({ msg }) => msg === 'the first administrator is created');
    expect(made).toHaveLength(service === 'content-service' ? 1 : 0);
    expect(migrating.output.out).not.toMatch(/ann@example\.com|correct horse/);
    await until(async () => (await statusAt(port, '/readyz')) === 200);
    expect(await statusAt(port, read)).not.toBe(503);
    const waiting = lines().filter(({ level }) => level === 'error');
    expect(waiting.map(({ msg }) => msg)).toEqual(['the database cannot be used yet: this program waits for it']);
    expect(waiting[0]?.err?.message).toContain('migrations are pending');
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
    const again = run(service, ['migrate'], settings);
    expect(await again.ended).toMatchObject({ code: 0, err: '' });
    expect(again.lines().map(({ msg }) => msg)).toEqual(['the database is up to date: no migration ran']);
  });

  it('stays unready without its folder of files, names it in the log, and creates it only when told to', async () => {
    const folder = path.join(storage.folder, 'not/mounted');
    const settings = { [variable]: database.url, STORAGE_URL: `file://${folder}` };
    await run(service, ['migrate'], settings).ended;
    const port = await freePort();
    const { lines, child } = run(service, [], { ...settings, PORT: String(port) });
    const reasons = () => lines().flatMap(({ err }) => err?.message ?? []);
    await until(async () => (await statusAt(port, '/readyz')) === 503 && reasons().length > 0);
    expect(reasons()[0]).toBe(
      `The folder ${folder} of the file store does not exist. Create it or mount its disk, or set STORAGE_CREATE=true for a new store.`,
    );
    expect(await statusAt(port, '/healthz')).toBe(200);
    expect(existsSync(folder)).toBe(false);
    child.kill('SIGTERM');
    const other = await freePort();
    run(service, [], { ...settings, PORT: String(other), STORAGE_CREATE: 'true' });
    await until(async () => (await statusAt(other, '/readyz')) === 200);
    expect(existsSync(folder)).toBe(true);
  });

  it.each([
    ['cannot be reached', (url: string) => Object.assign(new URL(url), { port: '1' }).href, 'ECONNREFUSED'],
    ['does not exist', (url: string) => Object.assign(new URL(url), { pathname: '/none' }).href, 'none'],
  ])('waits for a database that %s, and ends with 0 when it is told to stop', async (_what, broken, cause) => {
    const port = await freePort();
    const { child, lines, ended } = run(service, [], { [variable]: broken(database.url), PORT: String(port) });
    await until(async () => (await statusAt(port, '/readyz')) === 503);
    expect(JSON.stringify(lines().filter(({ level }) => level === 'error'))).toContain(cause);
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 0, err: '' });
  });

  it.each([
    ['wrong settings', [], { PORT: 'x' }, 1, /^Invalid settings:\n/],
    ['an unknown command', ['nonsense'], {}, 2, /^There is no command nonsense\./],
    [
      'a copy into a missing folder',
      ['copy-files', 'file:///nowhere/at/all'],
      {},
      1,
      /^The folder \/nowhere\/at\/all of the file store does not exist\. .*\n$/,
    ],
    ['a copy to nowhere', ['copy-files', 'gs://x'], {}, 1, /^No store can be at gs:\/\/x: .*\n$/],
    [
      'a migration without a database',
      ['migrate'],
      { [variable]: 'postgres://x@127.0.0.1:1/x' },
      1,
      /^A server cannot be reached: .*\n$/,
    ],
  ])('ends at once with a sentence for %s', async (_what, args, settings, code, sentence) => {
    const { ended } = run(service, args, { [variable]: database.url, ...settings });
    expect(await ended).toEqual({ code, out: '', err: expect.stringMatching(sentence) });
  });
});

it.each(['content-service', 'calendar-service', 'gateway'])(
  '%s --help prints its commands and serves nothing',
  async (service) => {
    const { ended } = run(service, ['--help'], {});
    expect(await ended).toEqual({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^Commands of ${service}:\n`)),
    });
  },
);

it('the gateway refuses an unknown command with 2', async () => {
  expect(await run('gateway', ['migrate'], {}).ended).toMatchObject({
    code: 2,
    err: expect.stringMatching(/^There is no command migrate\./),
  });
});
