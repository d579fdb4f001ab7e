// Run by smoke.sh. Uses Node only, so it runs on any machine that can install the product.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
const onLinux = process.platform === 'linux';
const PROGRAMS = [
  /^npm/,
  /tools\/start\.mjs/,
  ...['gateway', 'content-service', 'calendar-service'].map((app) => new RegExp(`dist/${app}/`)),
  /postgres/,
];

const folder = mkdtempSync(path.join(tmpdir(), 'almanac-smoke-'));
// If root starts PostgreSQL, PostgreSQL runs as another user. It would keep its data elsewhere if that user could not enter this folder.
chmodSync(folder, 0o711);
const port = await freePort();
const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
const settings = { PORT: String(port), DATA_DIR: path.join(folder, 'data'), ADMIN_API_TOKEN: token };
let output = '';
let system;

try {
  await start();
  assert.match(output, new RegExp(token), 'the token of the settings is announced at the first start');
  await firstRequests();
  const credentials = statSync(path.join(settings.DATA_DIR, 'credentials.json'));
  assert.equal(credentials.mode & 0o777, 0o600, 'the credentials are for the owner only');
  // Signals the launcher itself: npm passes on its exit code.
  process.kill(onLinux ? launcherPid() : -system.pid, 'SIGTERM');
  assert.equal(await within(STOP_LIMIT_MS, system.ended), 0, 'npm start ends with 0 after SIGTERM');
  assert.deepEqual(processes(), [], 'no process is left when npm has ended');

  await start();
  assert.equal(
    (await request('GET', '/api/books', { token })).body.total,
    1,
    'what was written before is still there after a restart',
  );
  // Signals npm alone, as a supervisor does. npm's shell dies of the signal, so npm cannot report how the launcher ended.
  system.child.kill('SIGTERM');
  await within(STOP_LIMIT_MS, system.ended);
  await until('the end of every process', STOP_LIMIT_MS, () => processes().length === 0);
  console.log('smoke test: npm start answers the first requests, keeps its data and stops cleanly');
} catch (failure) {
  console.error(`${output}\nsmoke test: ${failure instanceof Error ? failure.message : failure}`);
  process.exitCode = 1;
  killAll();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function start() {
  output = '';
  // Not a setting: every child process inherits SMOKE_TEST, so that processes() can find all of them.
  const env = { ...process.env, ...settings, SMOKE_TEST: folder };
  const child = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
  system = {
    child,
    pid: child.pid,
    ended: new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal))),
  };
  await until('the announcement', START_LIMIT_MS, () => {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}`);
    return output.includes('Stop with Ctrl+C');
  });
  assert.ok(output.trimEnd().split('\n').length <= 10, 'npm start prints at most ten lines until it is ready');
  assert.equal((await fetch(`http://localhost:${port}/readyz?services=all`)).status, 200);
  // A program that is not found now could not be found later either, so its absence would prove nothing.
  const running = processes();
  for (const program of onLinux ? PROGRAMS : []) {
    const isSeen = running.some(({ command }) => program.test(command));
    assert.ok(isSeen, `${program} is not among the processes`);
  }
}

async function firstRequests() {
  const first = await request('GET', '/api/books', { token });
  assert.deepEqual(first, { status: 200, body: { data: [], total: 0 } });
  const created = await request('POST', '/api/books', { token, body: { name: 'Handbook' } });
  assert.equal(created.status, 200);
  const { body: list } = await request('GET', '/api/books', { token });
  assert.deepEqual([list.total, list.data[0].id, list.data[0].name], [1, created.body.id, 'Handbook']);
  assert.equal((await request('GET', '/api/books')).status, 401);
  const events = await request('GET', '/calendar/events/v1/events');
  assert.equal(events.status, 200);
  assert.deepEqual(events.body.events, []);
  assert.equal(
    (await request('POST', '/internal/tokens/introspect')).status,
    404,
    'the gateway routes nothing internal',
  );
}

async function request(method, where, { token: bearer, body } = {}) {
  const headers = {
    accept: 'application/json',
    ...(bearer && { authorization: `Token ${bearer}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(`http://localhost:${port}${where}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function until(what, limitMs, holds) {
  for (const deadline = Date.now() + limitMs; Date.now() < deadline; await wait(100)) if (holds()) return;
  throw new Error(`waited in vain for ${what}`);
}

function within(limitMs, promise) {
  return Promise.race([promise, wait(limitMs, 'still running', { ref: false })]);
}

/** Every process of the system (Linux only): those with the folder in their command line or in their initial environment. */
function processes() {
  const pids = onLinux ? readdirSync('/proc').filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid) : [];
  return pids.flatMap((pid) => {
    try {
      const [command, environment] = ['cmdline', 'environ'].map((file) =>
        readFileSync(`/proc/${pid}/${file}`, 'latin1').replaceAll('\0', ' '),
      );
      return command.includes(folder) || environment.includes(folder) ? [{ pid: Number(pid), command }] : [];
    } catch {
      return []; // The process ended meanwhile.
    }
  });
}

function launcherPid() {
  return processes().find(({ command }) => /^(\S*\/)?node \S*tools\/start\.mjs/.test(command)).pid;
}

function killAll() {
  for (const pid of [system && -system.pid, ...processes().map((left) => left.pid)].filter(Boolean)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has ended already.
    }
  }
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port: free } = server.address();
      server.close(() => resolve(free));
    });
  });
}
