// `npm run bench:month`: the month view of 300 events beside the same month from the API. Batches of requests
// alternate. Processor time counts, that of PostgreSQL included, because other programs hardly affect it. docs/performance.md keeps the results.
import { pathToFileURL } from 'node:url';
import { ContentStandIn, SERVICE_SECRET } from '../apps/calendar-service/src/testing/content-stand-in';
import { EDITOR } from '../apps/calendar-service/src/testing/given';
import { BenchProcess, builtScript } from './measuring/bench-process';
import { type CpuMeter, meterOf, postmasterOf } from './measuring/processor-time';
import { median } from './measuring/report';
import { createRecord } from './seed/create-record';
import { runBench, Stage, UNLIMITED } from './measuring/stage';

const EVENTS = 300;
/** Most of one page of a list. */
const PER_PAGE = 50;
const ROUNDS = 10;
const BATCH = 40;
const API = '/calendar/events/v1/events';
const MONTH = `${API}?overlaps_from=2031-05-01&overlaps_to=2031-05-31&per_page=${PER_PAGE}`;
const MAX_MS = 20;

interface Case {
  name: string;
  paths: readonly string[];
  headers: Record<string, string>;
}

const page = { accept: 'text/html' };

const casesOf = (member: string): Case[] => [
  { name: 'month view, stranger', paths: ['/events/month/2031-05/'], headers: page },
  { name: 'month view, member', paths: ['/events/month/2031-05/'], headers: { ...page, cookie: member } },
  { name: 'week view, stranger', paths: ['/events/week/2031-05-05/'], headers: page },
  { name: 'list view, stranger', paths: ['/events/'], headers: page },
  { name: `JSON list, ${PER_PAGE} events`, paths: [MONTH], headers: {} },
  {
    name: `JSON list, all ${EVENTS} events`,
    paths: Array.from({ length: EVENTS / PER_PAGE }, (_, index) => `${MONTH}&page=${index + 1}`),
    headers: {},
  },
];

/** Creates the events over the API: the texts of typical events, spread over the month. */
async function fill({ url }: BenchProcess, token: string): Promise<void> {
  for (let index = 0; index < EVENTS; index += 1) {
    const day = `2031-05-${String((index % 31) + 1).padStart(2, '0')}`;
    const hour = String(8 + (index % 12)).padStart(2, '0');
    await createRecord(url + API, `Token ${token}`, {
      title: `Meeting ${index} of the committee`,
      description: `<p>${'Agenda, minutes and coffee. '.repeat(40)}</p>`,
      start_date: `${day} ${hour}:00:00`,
      end_date: `${day} ${hour}:45:00`,
    });
  }
}

/** Processor time of one request in milliseconds, the mean of a batch. */
async function timeOf(
  { url }: BenchProcess,
  servers: readonly CpuMeter[],
  { name, paths, headers }: Case,
): Promise<number> {
  const spent = () => servers.reduce((sum, server) => sum + (server.cpuSeconds() ?? 0), 0);
  const before = spent();
  for (let count = 0; count < BATCH; count += 1) {
    for (const target of paths) {
      const response = await fetch(url + target, { headers });
      await response.arrayBuffer();
      if (response.status !== 200) throw new Error(`${name} answered ${response.status}`);
    }
  }
  return ((spent() - before) * 1_000) / BATCH;
}

function report(times: ReadonlyMap<string, number[]>): string {
  const base = median(times.get(`JSON list, ${PER_PAGE} events`) ?? []);
  const lines = [...times].map(([name, all]) => {
    const middle = median(all);
    return `| ${name.padEnd(26)} | ${middle.toFixed(1).padStart(6)} | ${(middle / base).toFixed(2).padStart(5)} |`;
  });
  return [`| ${'Request'.padEnd(26)} | CPU ms | ratio |`, '| --- | ---: | ---: |', ...lines].join('\n');
}

async function bench(): Promise<void> {
  await Stage.run('month', async (stage) => {
    const content = await ContentStandIn.start();
    stage.onEnd(() => content.stop());
    await stage.postgres.createDatabase('calendar');
    const env = {
      CALENDAR_DATABASE_URL: stage.postgres.url('calendar'),
      CONTENT_URL: content.url,
      STORAGE_URL: pathToFileURL(stage.files).href,
      BASE_URL: 'https://calendar.example',
      SERVICE_SECRET,
      ...UNLIMITED,
    };
    await BenchProcess.run(builtScript('calendar-service'), ['migrate'], env);
    const calendar = await stage.start('calendar-service', env);
    const editor = content.user(EDITOR);
    await fill(calendar, editor.token);
    const cases = casesOf(content.session(editor));
    const times = new Map<string, number[]>(cases.map(({ name }) => [name, []]));
    const servers = [calendar, meterOf(await postmasterOf(env.CALENDAR_DATABASE_URL))];
    // The first round only warms caches up.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const one of cases) {
        const time = await timeOf(calendar, servers, one);
        if (round > 0) times.get(one.name)?.push(time);
      }
    }
    console.log(report(times));
    const month = median(times.get('month view, stranger') ?? []);
    if (month >= MAX_MS) {
      console.log(`The month view takes ${month.toFixed(1)} ms of processor time, more than ${MAX_MS} ms.`);
      process.exitCode = 1;
    }
  });
}

runBench(bench);
