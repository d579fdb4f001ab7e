import { freePort, runningProcess } from '@almanac/runtime';
import { execFileSync, type SpawnOptions } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonTexts } from './testing/json-texts';
import { RunningLauncher } from './testing/running-launcher';

const asRoot = process.getuid?.() === 0;
const SECRET = 'S'.repeat(32);
const TOKEN = `${'I'.repeat(32)}:${SECRET}`;

describe('npm start', () => {
  const scratch = mkdtempSync(path.join(os.tmpdir(), 'almanac-launcher-'));
  chmodSync(scratch, 0o755);
  const dataDir = path.join(scratch, 'almanac');
  const started: RunningLauncher[] = [];
  let port = 0;

  function start(env: Record<string, string> = {}, args: string[] = [], options: SpawnOptions = {}): RunningLauncher {
    const launcher = new RunningLauncher({ PORT: String(port), DATA_DIR: dataDir, ...env }, args, options);
    started.push(launcher);
    return launcher;
  }

  async function stopped(launcher: RunningLauncher): Promise<void> {
    launcher.kill('SIGTERM');
    expect(await launcher.exit).toBe(0);
  }

  beforeAll(async () => {
    port = await freePort();
  });

  afterEach(async () => {
    for (const launcher of started.splice(0)) {
      launcher.kill('SIGTERM');
      await launcher.exit;
    }
  });

  afterAll(() => rmSync(scratch, { recursive: true }));

  it('prints address and credentials at the first start, and stores them for the owner only', async () => {
    const launcher = start({ ADMIN_API_TOKEN: TOKEN, ADMIN_EMAIL: 'ada@example.org' });
    await launcher.prints(/Stop with Ctrl\+C/);

    const file = path.join(dataDir, 'credentials.json');
    const kept = jsonTexts(readFileSync(file, 'utf8'));
    expect(kept).toMatchObject({ adminEmail: 'ada@example.org', adminApiToken: TOKEN });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dataDir).mode & 0o777).toBe(asRoot ? 0o710 : 0o700);
    for (const shown of [`http://localhost:${port}`, 'ada@example.org', kept['adminPassword'], TOKEN, file])
      expect(launcher.output).toContain(shown);
    for (const line of [`export ALMANAC=http://localhost:${port}`, `export TOKEN=${TOKEN}`])
      expect(launcher.output.split('\n')).toContain(line);
    expect(launcher.output).toContain(`calendar: http://localhost:${port}/events/`);
    expect(launcher.output).toContain(`API documentation: http://localhost:${port}/api/docs`);

    await stopped(launcher);
  });

  it.each([[[]], [['--demo']]])(
    'prints a few lines and keeps the rest in a file, with the arguments %j',
    async (args) => {
      const folder = path.join(scratch, `quiet${args.join('')}`);
      const launcher = start({ DATA_DIR: folder, LOG_LEVEL: 'info' }, args);
      await launcher.prints(/Stop with Ctrl\+C/);
      await stopped(launcher);
      const log = path.join(folder, 'almanac.log');
      const [first = '', ...lines] = launcher.output.trim().split('\n');
      expect(first).toBe(`Starting Almanac${args.length > 0 ? ' with demo content' : ''} … (log: ${log})`);
      expect(lines.pop()).toBe('Almanac is stopping …');
      // npm prints four lines before, and the build is one.
      expect(lines).toHaveLength(4);
      const text = readFileSync(log, 'utf8');
      expect(text).toMatch(
        /^Starting PostgreSQL …$[^]*^\[gateway\] listens$[^]*^\[gateway\] finished what it was doing$/m,
      );
      expect(text.includes('The demo content is in place.')).toBe(args.length > 0);
      expect(statSync(log).mode & 0o777).toBe(0o600);
    },
  );

  it('does not print the secrets again, and uses the same data', async () => {
    const launcher = start({ ADMIN_EMAIL: 'other@example.org' });
    await launcher.prints(/Stop with Ctrl\+C/);
    const { adminPassword } = jsonTexts(readFileSync(path.join(dataDir, 'credentials.json'), 'utf8'));
    expect(launcher.output).not.toContain(SECRET);
    expect(launcher.output).not.toContain(adminPassword);
    expect(launcher.output).toContain(path.join(dataDir, 'credentials.json'));
    expect(launcher.output).toContain('ADMIN_EMAIL has no effect');
    const variables = launcher.output.match(/^export .*$/gm) ?? [];
    expect(execFileSync('sh', ['-c', `${variables.join('; ')}; echo $ALMANAC $TOKEN`], { encoding: 'utf8' })).toBe(
      `http://localhost:${port} ${TOKEN}\n`,
    );
    expect(launcher.output).not.toContain('no longer works');

    expect(await launcher.whoIs('/content')).toMatchObject({
      migrations: '2',
      ADMIN_EMAIL: 'ada@example.org',
      ADMIN_PASSWORD: adminPassword,
    });
    await stopped(launcher);
  });

  it('gives every program its settings, passes other settings through, and stops all programs', async () => {
    const settings = { TZ_SITE: 'Europe/Rome', REVISION_LIMIT: '7', BODY_LIMIT_MB: '9', ADMIN_API_TOKEN: TOKEN };
    const launcher = start(settings, ['--verbose']);
    await launcher.prints(/Stop with Ctrl\+C/);
    const [gateway, content, calendar] = [
      await launcher.whoIs(''),
      await launcher.whoIs('/content'),
      await launcher.whoIs('/calendar-service'),
    ];

    expect(content).toMatchObject({
      name: 'content-service',
      HOST: '127.0.0.1',
      REVISION_LIMIT: '7',
      ADMIN_API_TOKEN: TOKEN,
    });
    expect(content.STORAGE_URL).toBe(`file://${dataDir}/files`);
    expect(content.DATABASE_URL).toMatch(/^postgres:\/\/.+\/almanac_content$/);
    expect(calendar).toMatchObject({
      name: 'calendar-service',
      TZ_SITE: 'Europe/Rome',
      SERVICE_SECRET: content.SERVICE_SECRET,
    });
    expect(calendar.STORAGE_URL).toBe(`file://${dataDir}/files/calendar`);
    expect(calendar.CALENDAR_DATABASE_URL).toMatch(/^postgres:\/\/.+\/almanac_calendar$/);
    expect(gateway).toMatchObject({ name: 'gateway', BODY_LIMIT_MB: '9', CONTENT_URL: calendar.CONTENT_URL });
    for (const secret of ['ADMIN_API_TOKEN', 'SERVICE_SECRET', 'DATABASE_URL', 'DATABASE_READ_URL'])
      expect(gateway).not.toHaveProperty(secret);

    const pids = launcher.startedPids;
    expect(pids).toHaveLength(4);
    await stopped(launcher);
    expect(pids.filter((pid) => runningProcess(pid))).toEqual([]);
    expect(launcher.output.match(/finished what it was doing/g)).toHaveLength(3);
  });

  it('keeps files in a given folder, and creates it when told to', async () => {
    const files = path.join(scratch, 'given/files');
    const url = { STORAGE_URL: `file://${files}` };
    for (const settings of [{ ...url, STORAGE_CREATE: 'true' }, url]) {
      const launcher = start(settings);
      await launcher.prints(/Stop with Ctrl\+C/);
      expect(await launcher.whoIs('/content')).toMatchObject(url);
      expect(await launcher.whoIs('/calendar-service')).toMatchObject({ STORAGE_URL: `file://${files}/calendar` });
      expect(readdirSync(files)).toEqual(['calendar']);
      await stopped(launcher);
    }
  });

  it('allows one launcher per data folder, and a second one does not affect the first', async () => {
    const first = start();
    await first.prints(/Stop with Ctrl\+C/);
    const second = start();
    expect(await second.exit).toBe(1);
    expect(second.output).toBe(
      `Almanac cannot start. Almanac is already running on the data folder ${dataDir} (process ${first.pid}).\n`,
    );
    expect(await first.whoIs('/content')).toMatchObject({ name: 'content-service' });
    await stopped(first);
  });

  it('restarts a program or PostgreSQL when it dies', async () => {
    const launcher = start();
    await launcher.prints(/Stop with Ctrl\+C/);
    const before = await launcher.whoIs('/content');
    const [postmaster = 0] = launcher.startedPids.slice(-1);
    process.kill(Number(before.pid), 'SIGKILL');
    process.kill(postmaster, 'SIGKILL');
    await launcher.prints(/\[launcher] content-service ended \(SIGKILL\); it is started again in 0\.5 s\./);
    await launcher.prints(/PostgreSQL ended; it is started again in 0\.5 s\./);

    const again = async () => (await launcher.whoIs('/content').catch(() => before)).pid !== before.pid;
    while (!(await again())) await sleep(50);
    expect(await launcher.whoIs('/content')).toMatchObject({ migrations: before.migrations });
    await stopped(launcher);
  });

  it('leaves no process behind after SIGKILL, and can start again at once', async () => {
    const killed = start({ FAKE_HANGS: 'gateway' });
    await killed.prints(/Stop with Ctrl\+C/);
    const [content, calendar, gateway, postmaster] = killed.startedPids;
    killed.kill('SIGKILL');
    await killed.exit;

    const launcher = start();
    await launcher.prints(/Stop with Ctrl\+C/);
    expect([content, calendar, gateway, postmaster].filter((pid) => pid !== undefined && runningProcess(pid))).toEqual(
      [],
    );
    expect(await launcher.whoIs('/content')).toMatchObject({ name: 'content-service' });
    await stopped(launcher);
  });

  it('stops on Ctrl+C while it is still starting', async () => {
    const launcher = start({ FAKE_NEVER_READY: 'gateway' }, ['--verbose']);
    await launcher.prints(/\[gateway] listens/);
    launcher.kill('SIGINT');
    launcher.kill('SIGINT');
    expect(await launcher.exit).toBe(0);
  });

  it('waits for another launcher that is stopping', async () => {
    const first = start({ FAKE_SLOW_END: 'gateway' });
    await first.prints(/Stop with Ctrl\+C/);
    first.kill('SIGTERM');
    await first.prints(/Almanac is stopping/);
    const second = start();
    await second.prints(/Stop with Ctrl\+C/);
    expect(await first.exit).toBe(0);
    await stopped(second);
  });

  it('stops when npm or the shell of npm ends', async () => {
    const launcher = start({ npm_lifecycle_event: 'start' }, ['--verbose'], { shell: true });
    await launcher.prints(/Stop with Ctrl\+C/);
    const pids = launcher.startedPids;
    launcher.kill('SIGTERM');
    await launcher.prints(/\[content-service] finished what it was doing/);
    expect(await launcher.exit).toBe('SIGTERM');
    expect(pids.filter((pid) => runningProcess(pid))).toEqual([]);
  });

  it('gives up on a program that keeps ending, and prints its last output', async () => {
    const launcher = start({ FAKE_DIES: 'gateway' });
    expect(await launcher.exit).toBe(1);
    expect(launcher.output).toMatch(
      /Almanac cannot start\. gateway keeps ending\. Its last output:\n {2}no way to live like this\n$/,
    );
    expect(launcher.startedPids.filter((pid) => runningProcess(pid))).toEqual([]);
  });

  it('names the program whose migration fails', async () => {
    const launcher = start({ FAKE_DIES: 'calendar-service' });
    expect(await launcher.exit).toBe(1);
    expect(launcher.output).toContain(
      'Almanac cannot start. calendar-service migrate failed (exit code 3). Its last output:\n  no way to live like this',
    );
  });

  it('creates the demo content with --demo', async () => {
    const launcher = start({ DATA_DIR: path.join(scratch, 'demo'), ADMIN_API_TOKEN: TOKEN, FAKE_TOKEN: TOKEN }, [
      '--demo',
      '--verbose',
    ]);
    await launcher.prints(/Stop with Ctrl\+C/);
    expect(launcher.output).toMatch(/The demo content is in place\.[^]*Almanac is ready/);
    await stopped(launcher);
  });

  it('restores access of the administrator with --recover-admin', async () => {
    const launcher = start({}, ['--recover-admin']);
    await launcher.prints(/\[content-service\] recovered for \S+@/);
    expect(await launcher.whoIs('')).toMatchObject({ name: 'gateway' });
    await stopped(launcher);
  });

  it('says how to get another token when the kept one no longer works', async () => {
    const launcher = start({ FAKE_TOKEN: 'another' });
    await launcher.prints(/Stop with Ctrl\+C/);
    expect(launcher.output).toMatch(/token no longer works\. .*\/my-account\/tokens.*--recover-admin/);
    await stopped(launcher);
  });

  it('continues when the demo content cannot be created', async () => {
    const launcher = start({ FAKE_TOKEN: 'another' }, ['--demo']);
    await launcher.prints(/The demo content could not be filled in: .*401[^]*Almanac is ready/);
    expect(await launcher.whoIs('')).toMatchObject({ name: 'gateway' });
    await stopped(launcher);
  });

  describe('refuses to start with', () => {
    async function refusal(env: Record<string, string>, args: string[] = []): Promise<string> {
      const launcher = start(env, args);
      expect(await launcher.exit).toBe(1);
      return launcher.output;
    }

    it('a port that is in use, before it starts anything', async () => {
      const server = createServer();
      await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
      expect(await refusal({})).toBe(
        `Almanac cannot start. Port ${port} is already in use: stop the program that listens there, or set PORT to another number.\n`,
      );
      await new Promise((resolve) => server.close(resolve));
    });

    it('invalid settings, and reports all faults together', async () => {
      const output = await refusal({
        PORT: 'x',
        ADMIN_PASSWORD: 'short',
        DATABASE_URL: 'postgres://db/one',
        REDIS_URL: 'http://cache',
      });
      expect(output.match(/^ {2}- \w+/gm)).toEqual([
        '  - PORT',
        '  - REDIS_URL',
        '  - DATABASE_URL',
        '  - ADMIN_PASSWORD',
      ]);
    });

    it('an unreachable database', async () => {
      const [closed, other] = [`postgres://ann@127.0.0.1:${await freePort()}/one`, 'postgres://ann@127.0.0.1:1/two'];
      const output = await refusal({ DATABASE_URL: closed, CALENDAR_DATABASE_URL: other });
      expect(output).toBe(
        `Almanac cannot start. The database one at ${new URL(closed).host} of DATABASE_URL cannot be used: ECONNREFUSED.\n`,
      );
    });

    it.each([
      [
        'a folder of files that does not exist',
        'file:///nowhere/at/all',
        'The folder /nowhere/at/all of the file store does not exist.',
      ],
      ['a bucket that cannot be reached', 's3://files?endpoint=http://127.0.0.1:9', 'connect ECONNREFUSED 127.0.0.1:9'],
    ])('%s, before it starts anything', async (_what, url, reason) => {
      const keys = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' };
      const output = await refusal({ STORAGE_URL: url, ...keys });
      expect(output).toMatch(/^Almanac cannot start\. STORAGE_URL cannot be used\. .+\n$/);
      expect(output).toContain(reason);
      expect(existsSync('/nowhere')).toBe(false);
    });

    it('a data folder below a file', async () => {
      const folder = path.join(dataDir, 'credentials.json/below');
      expect(await refusal({ DATA_DIR: folder })).toBe(
        `Almanac cannot start. The data folder ${folder} cannot be written: a part of its path is a file. Set DATA_DIR to a folder that can.\n`,
      );
    });

    it('a data folder without write permission', async () => {
      const folder = path.join(scratch, 'closed');
      mkdirSync(folder, { mode: 0o555 });
      // Root may write everywhere, so another user runs this launcher.
      const launcher = new RunningLauncher(
        { PORT: String(port), DATA_DIR: folder },
        [],
        asRoot ? { uid: 65_534, gid: 65_534 } : {},
      );
      expect(await launcher.exit).toBe(1);
      expect(launcher.output).toContain(`The data folder ${folder} cannot be written: permission denied.`);
    });

    it('an unknown argument', async () => {
      expect(await refusal({}, ['--deom'])).toContain('Unknown argument --deom.');
    });

    it('a damaged database, and leaves it unchanged', async () => {
      rmSync(path.join(dataDir, 'postgres/cluster/PG_VERSION'));
      expect(await refusal({})).toContain('is damaged: PG_VERSION is missing');
      expect(statSync(path.join(dataDir, 'postgres/cluster/global/pg_control')).size).toBeGreaterThan(0);
    });
  });
});
