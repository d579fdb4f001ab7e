import { randomBytes } from 'node:crypto';
import { Agent, fetch } from 'undici';
import { BenchProcess, builtScript, type Environment } from '../measuring/bench-process';
import { newToken, type Stage, UNLIMITED } from '../measuring/stage';
import { seedContent } from '../seed/content';
import { tokenOfAnother } from './token-of-another';

const PAGES = 1_000;
const SLOW = 200;
const READS = 200;

const dispatcher = new Agent({ headersTimeout: 0, bodyTimeout: 0, connections: SLOW + 1 });

interface Callers {
  busy: string;
  other: string;
}

/** The waiting time of a caller beside slow requests of another, as a multiple of that alone, without and with the limit of requests in flight. */
export async function slowRequests(stage: Stage): Promise<{ without: number; withLimit: number }> {
  const busy = newToken();
  const env = await stage.contentSettings(busy, { API_REQUESTS_PER_MIN: UNLIMITED.API_REQUESTS_PER_MIN });
  await seedContent(env.DATABASE_URL, PAGES);
  const without = await ratioOf('without the limit', { ...env, ...UNLIMITED }, busy);
  return { without, withLimit: await ratioOf('with the limit', env, busy) };
}

/** Ratio of the other caller's waiting time beside the busy caller to that alone. */
async function ratioOf(name: string, env: Environment, busy: string): Promise<number> {
  const service = await BenchProcess.start('content-service', builtScript('content-service'), env, '/healthz');
  try {
    const callers = { busy, other: await tokenOfAnother(service.url, busy) };
    await readPages(service.url, callers);
    const alone = await readPages(service.url, callers);
    let isRunning = true;
    const slow = Array.from({ length: SLOW }, async (_, at) => {
      while (isRunning) await renameBook(service.url, callers, at);
    });
    const beside = await readPages(service.url, callers);
    isRunning = false;
    await Promise.all(slow);
    console.log(`${name}: p99 ${alone.toFixed(1)} ms alone, ${beside.toFixed(1)} ms beside ${SLOW} slow requests`);
    return beside / alone;
  } finally {
    await service.stop();
  }
}

/** Returns the 99th percentile in milliseconds. */
async function readPages(url: string, { other }: Callers): Promise<number> {
  const times: number[] = [];
  for (let read = 0; read < READS; read += 1) {
    const started = performance.now();
    await (await ask(`${url}/api/pages/${(read % 50) + 1}`, other)).arrayBuffer();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(READS * 0.99) - 1] ?? 0;
}

/** All requests rename the same book: each waits for its lock and holds a database connection meanwhile. */
async function renameBook(url: string, { busy }: Callers, at: number): Promise<void> {
  await (
    await ask(`${url}/api/books/1`, busy, 'PUT', { name: `Busy ${at} ${randomBytes(4).toString('hex')}` })
  ).arrayBuffer();
}

const ask = (url: string, token: string, method = 'GET', body?: object) =>
  fetch(url, {
    dispatcher,
    method,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
