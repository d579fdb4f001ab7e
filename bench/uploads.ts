// `npm run bench:uploads`: sends ten files of 50 MB at once to content-service, reads them as base64 and as downloads, and watches its memory.
// Fails when memory grows by 100 MB or more, which means that a whole file is in memory.
import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { Agent, fetch, FormData, type RequestInit, type Response } from 'undici';
import type { BenchProcess } from './measuring/bench-process';
import { inMegabytes, MEGABYTE, watchMemory } from './measuring/memory';
import { newToken, runBench, Stage } from './measuring/stage';
import { seedContent } from './seed/content';

const FILES = 10;
const FILE_BYTES = 50 * MEGABYTE;
const MAX_GROWTH = 100 * MEGABYTE;

/** One connection per request: a kept-alive connection may be closed before the next file is ready. */
const dispatcher = new Agent({ pipelining: 0, headersTimeout: 0, bodyTimeout: 0 });

async function bench(): Promise<void> {
  await Stage.run('uploads', async (stage) => {
    const token = newToken();
    const temporary = path.join(stage.folder, 'temporary');
    mkdirSync(temporary);
    const env = await stage.contentSettings(token, { TMPDIR: temporary });
    await seedContent(env.DATABASE_URL, 1);
    const growth = await watch(await stage.start('content-service', env), `Token ${token}`);
    if (growth >= MAX_GROWTH) throw new Error(`memory grew by ${inMegabytes(growth)} MB`);
  });
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
  const { peakBytes, seconds } = await watchMemory(service, work);
  const growth = Math.max(0, peakBytes - before);
  console.log(
    `uploads: ${FILES} files of ${inMegabytes(FILE_BYTES)} MB ${what} in ${seconds} s, at most ${inMegabytes(growth)} MB more`,
  );
  return growth;
}

const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: FILES }, (_, index) => work(index)));

async function drained(answer: Response): Promise<void> {
  if (!answer.body) return;
  const reader = answer.body.getReader();
  while (!(await reader.read()).done);
}

runBench(bench);
