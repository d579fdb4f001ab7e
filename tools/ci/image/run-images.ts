/**
 * Runs the three images as one system and sends it requests: `run-images.ts <folder>`, which has `<app>/` (the mounted root file system)
 * and `<app>.json` (the image's configuration) for each app. As in a cluster: no capability, a user other than root, nothing writable but
 * /tmp and the folder of files. The browser runs with its sandbox. Needs root on Linux.
 */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@almanac/runtime';
import { TestApi, until } from '@almanac/testing';
import { newDataFolder, startPostgres } from '../../whole-system';

const USER = 65534;
const READY_MS = 120_000;
/** One pixel. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface ImageConfiguration {
  Docker: { config: { Env: string[]; Entrypoint: string[] } };
}

const [folder = ''] = process.argv.slice(2);
const work = newDataFolder('images');
const running: ChildProcess[] = [];

async function main(): Promise<void> {
  const postgres = await startPostgres(path.join(work, 'postgres'));
  try {
    const [gateway, content, calendar] = [await freePort(), await freePort(), await freePort()];
    const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
    const settings = {
      HOST: '127.0.0.1',
      BASE_URL: `http://127.0.0.1:${gateway}`,
      CONTENT_URL: `http://127.0.0.1:${content}`,
      CALENDAR_URL: `http://127.0.0.1:${calendar}`,
      DATABASE_URL: postgres.url('content'),
      CALENDAR_DATABASE_URL: postgres.url('calendar'),
      SERVICE_SECRET: randomBytes(24).toString('hex'),
      ADMIN_EMAIL: 'admin@example.com',
      ADMIN_PASSWORD: randomBytes(12).toString('hex'),
      ADMIN_API_TOKEN: token,
      LOG_LEVEL: 'error',
    };
    for (const app of ['content-service', 'calendar-service'])
      assert.equal(await ended(start(app, settings, ['migrate'])), 0, `${app} migrate`);
    start('content-service', { ...settings, PORT: String(content), CHROMIUM_SANDBOX: 'true' });
    start('calendar-service', { ...settings, PORT: String(calendar) });
    start('gateway', { ...settings, PORT: String(gateway) });
    await sendRequests(new TestApi(settings.BASE_URL), token);
    for (const child of running) if (child.exitCode === null) child.kill('SIGTERM');
    for (const child of running) assert.equal(await ended(child), 0, 'a program ends with 0 after SIGTERM');
  } finally {
    for (const child of running) child.kill('SIGKILL');
    await postgres.stop({ now: true });
    rmSync(work, { recursive: true, force: true });
  }
}

/** Starts the image's program with the environment of the image and the settings. */
function start(app: string, settings: Readonly<Record<string, string>>, args: readonly string[] = []): ChildProcess {
  const { config } = readConfiguration(app);
  const files = path.join(work, app);
  mkdirSync(files, { recursive: true });
  chownSync(files, USER, USER);
  const command = [path.join(folder, app), files, ...config.Entrypoint, ...args];
  const child = spawn(path.join(__dirname, 'run-read-only.sh'), command, {
    env: { ...environment(config.Env), ...settings },
    stdio: 'inherit',
  });
  running.push(child);
  return child;
}

function readConfiguration(app: string): ImageConfiguration['Docker'] {
  const image: unknown = JSON.parse(readFileSync(path.join(folder, `${app}.json`), 'utf8'));
  assert.ok(isConfiguration(image), `${app}.json is not the configuration of an image`);
  return image.Docker;
}

const isConfiguration = (image: unknown): image is ImageConfiguration =>
  typeof image === 'object' && image !== null && 'Docker' in image;

const environment = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}

/** One request for each part of an image that a wrong set of packages would lack: database, passwords, images, browser. */
async function sendRequests(site: TestApi, token: string): Promise<void> {
  const deadline = Date.now() + READY_MS;
  await until(async () => {
    assert.ok(Date.now() < deadline, 'the system did not get ready');
    assert.ok(
      running.slice(2).every((child) => child.exitCode === null),
      'a program ended at its start',
    );
    return fetch(`${site.baseUrl}/readyz?services=all`).then(
      ({ ok }) => ok,
      () => false,
    );
  });
  const api = site.as({ token });
  const form = new FormData();
  form.append('name', 'Images');
  form.append('image', new Blob([PNG]), 'cover.png');
  const book = await expectAnswer(api.post('/api/books', form), 200);
  const page = await expectAnswer(
    api.post('/api/pages', { book_id: idOf(book), name: 'One', html: '<p>One</p>' }),
    200,
  );
  const pdf = await fetch(`${site.baseUrl}/api/pages/${idOf(page)}/export/pdf`, {
    headers: { authorization: `Token ${token}` },
  });
  const start = Buffer.from(await pdf.arrayBuffer())
    .subarray(0, 5)
    .toString();
  assert.equal(start, '%PDF-', `the export to PDF answers ${pdf.status}`);
  const event = { title: 'One', start_date: '2030-01-01 10:00:00', end_date: '2030-01-01 11:00:00' };
  await expectAnswer(api.post('/calendar/events/v1/events', event), 201);
}

async function expectAnswer(answer: Promise<{ status: number; text: string; body: unknown }>, status: number) {
  const { status: actual, text, body } = await answer;
  assert.equal(actual, status, text);
  return body;
}

function idOf(body: unknown): number {
  assert.ok(typeof body === 'object' && body !== null && 'id' in body && typeof body.id === 'number');
  return body.id;
}

main().then(
  () => console.log('three images: run on a read-only root file system, PDF by the browser in its sandbox'),
  (failure: unknown) => {
    console.error('FAILED: the images do not run as in a cluster:', failure);
    process.exitCode = 1;
  },
);
