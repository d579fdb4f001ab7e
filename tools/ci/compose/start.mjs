// Starts docker/compose.yaml as its head and docker/.env.example say, but for images that exist already. engine.sh runs it beside an engine.
import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

const READY_MS = 240_000;
const PROGRAMS = ['gateway', 'content-service', 'calendar-service'];
const MIGRATIONS = ['content-migrate', 'calendar-migrate'];
const SERVERS = ['postgres', 'valkey', 's3'];
/** They run once at each start. */
const ONCE = [...MIGRATIONS, 'create-bucket'];
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const folder = path.resolve(import.meta.dirname, '../../../docker');
const work = await mkdtemp(path.join(tmpdir(), 'almanac-compose-'));
const secret = () => randomBytes(24).toString('hex');
const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
const site = 'http://127.0.0.1:8080';

/** Each `<action> <service>` in the order of the engine's events. */
const events = [];
let watcher;
let eventId;

before(async () => {
  const example = await readFile(path.join(folder, '.env.example'), 'utf8');
  const filledIn = example
    .replace(/^ADMIN_EMAIL=$/m, 'ADMIN_EMAIL=admin@example.com')
    .replace(/^ADMIN_API_TOKEN=$/m, `ADMIN_API_TOKEN=${token}`)
    .replaceAll(/^([A-Z0-9_]+)=$/gm, (_, name) => `${name}=${secret()}`);
  await writeFile(path.join(work, 'env'), filledIn);
  watcher = spawn(process.env.COMPOSE_PROGRAM, [...composeArguments(), 'events', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface({ input: watcher.stdout }).on('line', (line) => {
    const { action, service } = JSON.parse(line);
    events.push(`${action} ${service}`);
  });
});

after(async () => {
  watcher.kill();
  await compose('down', '--volumes', '--timeout', '5');
  await rm(work, { recursive: true });
});

describe('docker compose up', () => {
  it('starts each program after everything that it needs is ready', async () => {
    await start();
    const [postgres, valkey, s3] = SERVERS.map((name) => positionOf(`health_status: healthy ${name}`));
    for (const migration of MIGRATIONS) assert.ok(postgres < positionOf(`start ${migration}`), order());
    assert.ok(s3 < positionOf('start create-bucket'), order());
    const bucket = positionOf('die create-bucket');
    for (const name of ['content', 'calendar'])
      assert.ok(
        Math.max(positionOf(`die ${name}-migrate`), valkey, bucket) < positionOf(`start ${name}-service`),
        order(),
      );
    const services = PROGRAMS.slice(1).map((name) => positionOf(`health_status: healthy ${name}`));
    assert.ok(Math.max(...services) < positionOf('start gateway'), order());
    // A restart would mean that a program started before something that it needs.
    for (const name of [...PROGRAMS, ...SERVERS]) assert.equal(countOf(`start ${name}`), 1, order());
    for (const { Service, ExitCode } of await containers())
      if (ONCE.includes(Service)) assert.equal(ExitCode, 0, Service);
  });

  it('answers the first requests with the token of the settings', async () => {
    const form = new FormData();
    form.append('name', 'Compose');
    form.append('image', new Blob([PNG]), 'cover.png');
    const book = await ask('POST', '/api/books', form, 200);
    const page = await ask('POST', '/api/pages', { book_id: book.id, name: 'One', html: '<p>One</p>' }, 200);
    const pdf = await request('GET', `/api/pages/${page.id}/export/pdf`);
    assert.equal(Buffer.from(await pdf.arrayBuffer()).toString('latin1', 0, 5), '%PDF-', `status ${pdf.status}`);
    const event = {
      title: 'One',
      status: 'publish',
      start_date: '2030-01-01 10:00:00',
      end_date: '2030-01-01 11:00:00',
    };
    eventId = (await ask('POST', '/calendar/events/v1/events', event, 201)).id;
    assert.equal((await fetch(`${site}/api/books`)).status, 401);
  });

  it('keeps files in the bucket', async () => {
    const form = new FormData();
    form.append('name', 'Notes');
    form.append('uploaded_to', String((await ask('GET', '/api/pages', undefined, 200)).data[0].id));
    form.append('file', new Blob(['in the bucket']), 'notes.txt');
    await ask('POST', '/api/attachments', form, 200);
    const files = await inside('s3', 'find', '/objects/almanac/content', '-type', 'f');
    assert.match(files, /cover/);
    const texts = await inside('s3', 'grep', '--recursive', '--files-with-matches', 'in the bucket', '/objects');
    assert.match(texts, /\/objects\/almanac\/content\//);
    for (const name of PROGRAMS.slice(1))
      assert.equal(await inside(name, 'find', '/var/lib/almanac/files', '-type', 'f'), '', name);
  });

  it('gives the programs a read-only root file system, no capability and a user other than root', async () => {
    const script = `
      const written = ['/', '/app', '/usr', '/var/lib', '/etc'].filter((folder) => {
        try { fs.writeFileSync(folder + '/probe', ''); return true; } catch { return false; }
      });
      fs.writeFileSync(require('node:os').tmpdir() + '/probe', '');
      const { CapEff, CapBnd, NoNewPrivs } = Object.fromEntries(
        fs.readFileSync('/proc/self/status', 'utf8').split('\\n').map((line) => line.split(':\\t')));
      console.log(JSON.stringify({ written, user: process.getuid(), CapEff, CapBnd, NoNewPrivs }));`;
    const none = '0'.repeat(16);
    for (const name of PROGRAMS)
      assert.deepEqual(
        JSON.parse(await inside(name, 'node', '-e', script)),
        { written: [], user: 65_534, CapEff: none, CapBnd: none, NoNewPrivs: '1' },
        name,
      );
  });

  it('bounds the temporary files of each program', async () => {
    const script = `const { blocks, bsize } = fs.statfsSync('/tmp'); console.log(blocks * bsize / 2 ** 20)`;
    const megabytes = [];
    for (const name of PROGRAMS) megabytes.push(Number(await inside(name, 'node', '-e', script)));
    assert.deepEqual(megabytes, [128, 2_048, 512]);
  });

  it('counts limits of callers in the server for both services', async () => {
    const clients = await inside('valkey', 'valkey-cli', 'client', 'list');
    const addresses = new Set(Array.from(clients.matchAll(/ addr=([\d.]+):/g), ([, address]) => address));
    addresses.delete('127.0.0.1');
    assert.equal(addresses.size, 2, clients);
  });

  it('starts a program again that was killed', async () => {
    const starts = countOf('start gateway');
    // The program, not the init process beside it: only that one can be killed from within.
    await inside(
      'gateway',
      'node',
      '-e',
      `
      for (const pid of fs.readdirSync('/proc').filter((name) => /^[0-9]+$/.test(name) && name !== '1' && name !== String(process.pid)))
        process.kill(Number(pid), 'SIGKILL')`,
    );
    await until('the start of another gateway', () => countOf('start gateway') > starts);
    await untilHealthy();
    await ask('GET', '/api/books', undefined, 200);
  });
});

describe('docker compose stop', () => {
  it('ends every program by itself, without an error in its log', async () => {
    await compose('stop');
    // 137 would be a program that was killed at the end of its time.
    for (const { Service, ExitCode } of await containers()) assert.equal(ExitCode, 0, Service);
    const log = await compose('logs', '--no-color', '--no-log-prefix', ...PROGRAMS);
    const faults = log.split('\n').filter((line) => /"level":(?:50|60|"error"|"fatal")|\b(?:ERROR|FATAL)\b/.test(line));
    assert.deepEqual(faults, []);
  });

  it('keeps databases and files for the next start, even when the containers are removed', async () => {
    await compose('down');
    await start();
    const books = await ask('GET', '/api/books', undefined, 200);
    assert.deepEqual(
      books.data.map(({ name }) => name),
      ['Compose'],
    );
    assert.equal((await ask('GET', `/calendar/events/v1/events/${eventId}`, undefined, 200)).title, 'One');
    const [{ id }] = (await ask('GET', '/api/attachments', undefined, 200)).data;
    const { content } = await ask('GET', `/api/attachments/${id}`, undefined, 200);
    assert.equal(Buffer.from(content, 'base64').toString(), 'in the bucket');
  });
});

function composeArguments() {
  return ['--file', path.join(folder, 'compose.yaml'), '--env-file', path.join(work, 'env')];
}

/** Runs Compose as a user does, and returns its output. */
async function compose(...args) {
  const { stdout } = await promisify(execFile)(process.env.COMPOSE_PROGRAM, [...composeArguments(), ...args], {
    maxBuffer: 100_000_000,
    // Settings of this shell would take precedence over the file.
    env: { PATH: process.env.PATH, HOME: work },
  });
  return stdout;
}

async function start() {
  try {
    await compose('up', '--no-build', '--pull', 'never', '--detach');
  } catch (failure) {
    throw new Error(`${failure.stderr}\n${await compose('logs', '--tail', '20')}`);
  }
  await untilHealthy();
}

const inside = (service, ...command) => compose('exec', '--no-TTY', service, ...command).then((text) => text.trim());

async function containers() {
  const lines = (await compose('ps', '--all', '--format', 'json')).trim().split('\n');
  return lines.map((line) => JSON.parse(line));
}

async function untilHealthy() {
  await until('healthy containers', async () => {
    const running = (await containers()).filter(({ Service }) => !ONCE.includes(Service));
    return running.length === PROGRAMS.length + SERVERS.length && running.every(({ Health }) => Health === 'healthy');
  });
}

async function until(what, isReached) {
  const deadline = Date.now() + READY_MS;
  while (!(await isReached())) {
    if (Date.now() > deadline) throw new Error(`no ${what}:\n${order()}\n${await compose('logs', '--tail', '20')}`);
    await wait(200);
  }
}

const countOf = (event) => events.filter((each) => each === event).length;
const order = () => events.join('\n');

function positionOf(event) {
  const position = events.indexOf(event);
  assert.ok(position >= 0, `no "${event}" among\n${order()}`);
  return position;
}

function request(method, url, body) {
  const isForm = body instanceof FormData;
  const headers = { authorization: `Token ${token}` };
  if (body && !isForm) headers['content-type'] = 'application/json';
  return fetch(`${site}${url}`, { method, headers, body: body && !isForm ? JSON.stringify(body) : body });
}

async function ask(method, url, body, status) {
  const answer = await request(method, url, body);
  const text = await answer.text();
  assert.equal(answer.status, status, `${method} ${url}: ${text}`);
  return JSON.parse(text);
}
