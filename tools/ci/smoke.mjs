// See smoke.sh. Node only: a machine that can install the product can run this.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const START_LIMIT_MS = 180_000;
const folder = mkdtempSync(path.join(tmpdir(), 'almanac-smoke-'));
const port = await freePort();
const base = `http://localhost:${port}`;
const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;

const env = { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), ADMIN_API_TOKEN: token, LOG_LEVEL: 'warn' };
const system = spawn('npm', ['start'], { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
let output = '';
for (const stream of [system.stdout, system.stderr]) stream.on('data', (chunk) => (output += chunk));
const ended = new Promise((resolve) => system.once('exit', (code, signal) => resolve(code ?? signal)));

try {
  await until('the announcement', () => output.includes('Almanac is ready'));
  assert.match(output, new RegExp(token), 'the token of the settings is announced at the first start');

  const first = await request('GET', '/api/books', { token });
  assert.deepEqual(first, { status: 200, body: { data: [], total: 0 } });
  const created = await request('POST', '/api/books', { token, body: { name: 'Handbook' } });
  assert.equal(created.status, 200);
  assert.equal((await request('GET', '/api/books', { token })).body.total, 1);
  assert.equal((await request('GET', '/api/books')).status, 401);
  const events = await request('GET', '/calendar/events/v1/events');
  assert.equal(events.status, 200);
  assert.deepEqual(events.body.events, []);
  assert.equal((await request('POST', '/internal/tokens/introspect')).status, 404, 'the gateway routes nothing internal');
  const credentials = statSync(path.join(env.DATA_DIR, 'credentials.json'));
  assert.equal(credentials.mode & 0o777, 0o600, 'the credentials are for the owner only');

  process.kill(-system.pid, 'SIGTERM');
  const code = await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 30_000, 'still running'))]);
  assert.ok(code === 0 || code === 'SIGTERM' || code === 143, `npm start ended with ${code}`);
  await until('the end of every process', () => processesOf(folder).length === 0);
  console.log('smoke test: npm start answers the first request and stops cleanly');
} catch (failure) {
  console.error(`${output}\nsmoke test: ${failure instanceof Error ? failure.message : failure}`);
  process.exitCode = 1;
  try {
    process.kill(-system.pid, 'SIGKILL');
  } catch {
    // It is gone already.
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function request(method, where, { token: bearer, body } = {}) {
  const headers = {
    accept: 'application/json',
    ...(bearer && { authorization: `Token ${bearer}` }),
    ...(body && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(base + where, { method, headers, body: body && JSON.stringify(body) });
  return { status: answer.status, body: await answer.json() };
}

async function until(what, holds) {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (holds()) return;
    if (system.exitCode !== null && what === 'the announcement') throw new Error(`npm start ended with ${system.exitCode}`);
  }
  throw new Error(`waited in vain for ${what}`);
}

/** Processes that mention the data folder on their command line (Linux). */
function processesOf(where) {
  if (process.platform !== 'linux') return [];
  const { readdirSync } = process.getBuiltinModule('node:fs');
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(where);
    } catch {
      return false;
    }
  });
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
