// `npm run bench:uploads`: sends ten files of 50 MB at once to content-service, reads them as base64 and as downloads, and watches its memory.
// Fails when memory grows by 100 MB or more, which means that a whole file is in memory.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { Agent, fetch, FormData, type RequestInit, type Response } from 'undici';
import { BenchProcess, builtScript } from './measuring/bench-process';
import { seedContent } from './seed/content';

const MEGABYTE = 1_000_000;
const FILES = 10;
const FILE_BYTES = 50 * MEGABYTE;
const MAX_GROWTH = 100 * MEGABYTE;
const LOOK_EVERY_MS = 20;

/** One connection per request: a kept-alive connection may be closed before the next file is ready. */
const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });

async function bench(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-uploads-bench-'));
  const postgres = await EmbeddedPostgres.start({
    dataDir: path.join(folder, 'postgres'),
    settings: { fsync: 'off' },
    endsWithProcess: true,
  });
  let service: BenchProcess | undefined;
  try {
    const started = await startService(postgres, folder);
    service = started.service;
    const growth = await watch(service, started.authorization);
    if (growth >= MAX_GROWTH) throw new Error(`memory grew by ${inMegabytes(growth)} MB`);
  } finally {
    await service?.stop();
    await postgres.stop({ now: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(postgres: EmbeddedPostgres, folder: string) {
  const token = `${randomBytes(16).toString('hex')}:${randomBytes(16).toString('hex')}`;
  const [storage, temporary] = [path.join(folder, 'files'), path.join(folder, 'temporary')];
  for (const made of [storage, temporary]) mkdirSync(made);
  await postgres.createDatabase('content');
  const env = {
    DATABASE_URL: postgres.url('content'),
    STORAGE_URL: pathToFileURL(storage).href,
    SERVICE_SECRET: randomBytes(16).toString('hex'),
    ADMIN_API_TOKEN: token,
    TMPDIR: temporary,
  };
  await BenchProcess.run(builtScript('content-service'), ['migrate'], env);
  await seedContent(postgres.url('content'), 1);
  const service = await BenchProcess.start('content-service', builtScript('content-service'), env, '/healthz');
  return { service, authorization: `Token ${token}` };
}

/** Runs each step with all files at once, first with small files, so that one-time loading does not count. Returns the largest growth in bytes. */
async function watch(service: BenchProcess, authorization: string): Promise<number> {
  const call = async (at: string, init: RequestInit = {}) => {
    const answer = await fetch(service.url + at, { ...init, dispatcher, headers: { authorization } });
    if (!answer.ok) throw new Error(`${at} answers ${answer.status}`);
    return answer;
  };
  const upload = async (file: Blob): Promise<number> => {
    const form = new FormData();
    form.set('name', 'Large');
    form.set('uploaded_to', '1');
    form.set('file', file, 'large.bin');
    const made: unknown = await (await call('/api/attachments', { method: 'POST', body: form })).json();
    return typeof made === 'object' && made !== null && 'id' in made ? Number(made.id) : Number.NaN;
  };
  const file = new Blob([randomBytes(FILE_BYTES)]);
  const ids = await atOnce(() => upload(new Blob([randomBytes(MEGABYTE)])));
  for (const id of ids)
    for (const at of [`/api/attachments/${id}`, `/attachments/${id}`]) await drained(await call(at));

  const before = service.residentBytes() ?? 0;
  console.log(`uploads: ${inMegabytes(before)} MB before`);
  const large: number[] = [];
  const growths = [
    await measured(service, before, 'up', async () => void large.push(...(await atOnce(() => upload(file))))),
    await measured(service, before, 'as base64', () =>
      atOnce(async (index) => drained(await call(`/api/attachments/${large[index]}`))),
    ),
    await measured(service, before, 'down', () =>
      atOnce(async (index) => drained(await call(`/attachments/${large[index]}`))),
    ),
  ];
  return Math.max(...growths);
}

async function measured(
  service: BenchProcess,
  before: number,
  what: string,
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = before;
  const look = setInterval(() => (peak = Math.max(peak, service.residentBytes() ?? 0)), LOOK_EVERY_MS);
  const started = performance.now();
  await work().finally(() => clearInterval(look));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `uploads: ${FILES} files of ${inMegabytes(FILE_BYTES)} MB ${what} in ${seconds} s, at most ${inMegabytes(peak - before)} MB more`,
  );
  return peak - before;
}

const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: FILES }, (_, index) => work(index)));

async function drained(answer: Response): Promise<void> {
  if (!answer.body) return;
  const reader = answer.body.getReader();
  while (!(await reader.read()).done);
}

const inMegabytes = (bytes: number): number => Math.round(bytes / MEGABYTE);

bench().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
