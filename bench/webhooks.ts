// `npm run bench:webhooks`: requests per second without webhooks, and with 50 webhooks whose receivers never answer.
// Nine of ten requests read a page, the others rename a book. Fails when more than 5 % of the throughput is lost.
import { createServer } from 'node:net';
import { Agent, request } from 'undici';
import { median } from './measuring/report';
import { newToken, runBench, Stage, UNLIMITED } from './measuring/stage';
import { seedContent } from './seed/content';

const RECEIVERS = 50;
const ROUNDS = 5;
const ROUND_MS = 4_000;
const CONNECTIONS = 4;
const WRITES_ONE_OF = 10;
const MIN_RATIO = 0.95;

const dispatcher = new Agent({ connections: CONNECTIONS });

async function bench(): Promise<void> {
  const dead = createServer(() => undefined);
  const port = await new Promise<number>((resolve) =>
    dead.listen(0, '127.0.0.1', () => {
      const address = dead.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    }),
  );
  try {
    await Stage.run('webhooks', async (stage) => {
      const token = newToken();
      const env = await stage.contentSettings(token, { ...UNLIMITED, OUTGOING_ALLOWED_HOSTS: '127.0.0.1' });
      await seedContent(env.DATABASE_URL, 1_000);
      const service = await stage.start('content-service', env);
      await compare((target, method, body) => ask(service.url + target, token, method, body), port);
    });
  } finally {
    dead.close();
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

runBench(bench);
