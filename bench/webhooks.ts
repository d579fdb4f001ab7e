// `npm run bench:webhooks`: requests per second without webhooks, and with 50 webhooks whose receivers never answer.
// Nine of ten requests read a page, the others rename a book. Fails when more than 5 % of the throughput is lost.
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { EmbeddedPostgres } from '@almanac/embedded-postgres';
import { Agent, request } from 'undici';
import { BenchProcess, builtScript } from './measuring/bench-process';
import { seedContent } from './seed/content';

const RECEIVERS = 50;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const CONNECTIONS = 4;
const WRITES_ONE_OF = 10;
const MIN_RATIO = 0.95;
const UNLIMITED = '100000000';

const dispatcher = new Agent({ connections: CONNECTIONS });
const random = () => randomBytes(16).toString('hex');

async function bench(): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-webhooks-bench-'));
  const postgres = await EmbeddedPostgres.start({
    dataDir: path.join(folder, 'postgres'),
    settings: { fsync: 'off' },
    endsWithProcess: true,
  });
  const dead = createServer(() => undefined);
  const port = await new Promise<number>((resolve) =>
    dead.listen(0, '127.0.0.1', () => {
      const address = dead.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  try {
    mkdirSync(path.join(folder, 'files'));
    await postgres.createDatabase('content');
    const token = `${random()}:${random()}`;
    const env = {
      DATABASE_URL: postgres.url('content'),
      STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
      SERVICE_SECRET: random(),
      ADMIN_API_TOKEN: token,
      API_REQUESTS_PER_MIN: UNLIMITED,
      OUTGOING_ALLOWED_HOSTS: '127.0.0.1',
    };
    await BenchProcess.run(builtScript('content-service'), ['migrate'], env);
    await seedContent(postgres.url('content'), 1_000);
    const service = await BenchProcess.start('content-service', builtScript('content-service'), env, '/healthz');
    try {
      await compare((target, method, body) => ask(service.url + target, token, method, body), port);
    } finally {
      await service.stop();
    }
  } finally {
    dead.close();
    await postgres.stop({ now: true });
    rmSync(folder, { recursive: true, force: true });
  }
}

type Ask = (target: string, method?: 'GET' | 'POST' | 'PUT', body?: object) => Promise<unknown>;

/** Rounds alternate, so that a change of the machine's speed meets both. */
async function compare(send: Ask, port: number): Promise<void> {
  const endpoint = `http://127.0.0.1:${port}/`;
  for (let hook = 1; hook <= RECEIVERS; hook += 1)
    await send('/api/webhooks', 'POST', { name: `Dead ${hook}`, endpoint, events: ['book_update'], active: false });
  const switchAll = async (active: boolean) => {
    for (let hook = 1; hook <= RECEIVERS; hook += 1) await send(`/api/webhooks/${hook}`, 'PUT', { active });
  };
  await round(send);
  const rates: Record<'without' | 'beside', number[]> = { without: [], beside: [] };
  for (let at = 0; at < ROUNDS; at += 1) {
    rates.without.push(await round(send));
    await switchAll(true);
    rates.beside.push(await round(send));
    await switchAll(false);
  }
  const [without, beside] = [median(rates.without), median(rates.beside)];
  const ratio = beside / without;
  console.log(
    `${without.toFixed(0)} requests/s without webhooks, ${beside.toFixed(0)} beside ${RECEIVERS} dead receivers`,
  );
  console.log(`ratio ${ratio.toFixed(3)}, at least ${MIN_RATIO}`);
  if (ratio < MIN_RATIO) process.exitCode = 1;
}

/** @returns requests per second */
async function round(send: Ask): Promise<number> {
  const end = performance.now() + ROUND_MS;
  let sent = 0;
  const client = async () => {
    while (performance.now() < end) {
      sent += 1;
      if (sent % WRITES_ONE_OF === 0) await send(`/api/books/${(sent % 5) + 1}`, 'PUT', { name: `Renamed ${sent}` });
      else await send(`/api/pages/${(sent % 50) + 1}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  return (sent * 1_000) / ROUND_MS;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

async function ask(
  url: string,
  token: string,
  method: 'GET' | 'POST' | 'PUT' = 'GET',
  body?: object,
): Promise<unknown> {
  const { statusCode, body: answer } = await request(url, {
    method,
    dispatcher,
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (statusCode !== 200) throw new Error(`${method} ${url} answered ${statusCode}: ${text}`);
  return text;
}

bench().catch((failure: unknown) => {
  console.error(failure);
  process.exitCode = 1;
});
