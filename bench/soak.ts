// `npm run bench -- soak`: memory of each program while requests come that all differ. Fails when one goes on growing.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { ROOT } from './measuring/bench-process';
import type { BenchRequest } from './measuring/load';
import { runBench } from './measuring/stage';
import { type RunningBuild, startBuild } from './requests/running-build';
import { CALENDAR, changedEvent, changedPage, newEvent, newPage } from './requests/writes';

const PER_SECOND = 80;
const SHARE_OF_WRITES = 0.1;
const SIZE = { pages: 300, events: 300, commits: 0, profile: undefined };
/** Of the smallest memory in a quarter of the run, beside the quarter before. The heap of V8 comes and goes by more. */
const MAX_GROWTH = 1.03;
const MEGABYTE = 1024 ** 2;

type Request = (build: RunningBuild, random: () => number) => BenchRequest;

const below = (end: number, random: () => number): number => Math.floor(random() * end);
const oneOf = <T>(items: readonly T[], random: () => number): T | undefined => items[below(items.length, random)];

const READS: readonly Request[] = [
  (_, random) => ({ path: `/api/pages/${1 + below(SIZE.pages, random)}` }),
  (_, random) => ({ path: `/api/pages?count=20&offset=${below(SIZE.pages, random)}` }),
  (_, random) => ({ path: `/api/search?query=engineer+valve+${below(1e6, random)}` }),
  (_, random) => ({ path: `/api/pages/${1 + below(SIZE.pages, random)}/export/html` }),
  ({ events }, random) => ({ path: `${CALENDAR}/events/${oneOf(events, random)?.id}` }),
  (_, random) => ({ path: `${CALENDAR}/events?per_page=20&page=${1 + below(10, random)}&x=${below(1e6, random)}` }),
  (_, random) => ({ path: `${CALENDAR}/events?search=meeting+${below(1e6, random)}` }),
];
const WRITES: readonly Request[] = [
  ({ writable }, random) => newPage(oneOf(writable.books, random), random),
  (_, random) => changedPage(random),
  ({ writable }, random) => newEvent(writable, random),
  ({ events }, random) => changedEvent(oneOf(events, random)?.id, random),
];

async function soak(): Promise<void> {
  const { values } = parseArgs({ options: { minutes: { type: 'string', default: '20' } } });
  const minutes = Number(values.minutes);
  if (!Number.isInteger(minutes) || minutes < 4) throw new Error('--minutes must be a whole number from 4');
  const build = await startBuild(ROOT, SIZE);
  try {
    const memory: Record<string, number>[] = [];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const failed = await sendForAMinute(build);
      memory.push(Object.fromEntries(Object.entries(build.programs).map(([name, pid]) => [name, anonymousBytes(pid)])));
      console.log(`minute ${minute}: ${described(memory.at(-1) ?? {})}, ${failed} failed`);
      if (failed > 0) process.exitCode = 1;
    }
    for (const name of Object.keys(build.programs))
      judge(
        name,
        memory.map((sample) => sample[name] ?? 0),
      );
  } finally {
    await build.stop();
  }
}

/** Sends at a fixed rate, whether answers come or not. @returns the number of requests without a successful answer */
async function sendForAMinute(build: RunningBuild): Promise<number> {
  const running: Promise<boolean>[] = [];
  for (let second = 0; second < 60; second += 1) {
    for (let n = 0; n < PER_SECOND; n += 1) running.push(send(build));
    await sleep(1_000);
  }
  return (await Promise.all(running)).filter((isAnswered) => !isAnswered).length;
}

async function send(build: RunningBuild): Promise<boolean> {
  const request = oneOf(Math.random() < SHARE_OF_WRITES ? WRITES : READS, Math.random);
  if (request === undefined) return false;
  const { path, method = 'GET', body } = request(build, Math.random);
  try {
    const answer = await fetch(build.url + path, {
      method,
      headers: { authorization: `Token ${build.token}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    await answer.arrayBuffer();
    // A page of events beyond the end is a 404.
    return answer.status < 500;
  } catch {
    return false;
  }
}

/** Without the pages of files, which the system takes back when it needs them. */
function anonymousBytes(pid: number): number {
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

const described = (memory: Readonly<Record<string, number>>): string =>
  Object.entries(memory)
    .map(([name, bytes]) => `${name} ${Math.round(bytes / MEGABYTE)} MB`)
    .join(', ');

/** A leak grows in each quarter. The heap of V8 also grows in single steps, and is level afterwards. */
function judge(name: string, samples: readonly number[]): void {
  const quarter = Math.floor(samples.length / 4);
  const least = (fromEnd: number): number =>
    Math.min(...samples.slice(samples.length - fromEnd * quarter, samples.length - (fromEnd - 1) * quarter));
  const growths = [least(2) / least(3), least(1) / least(2)];
  const grows = growths.every((growth) => growth > MAX_GROWTH);
  const said = growths.map((growth) => growth.toFixed(3)).join(' and ');
  console.log(
    `${name}: ${said} times the quarter before, ${grows ? 'FAILED, it goes on growing' : 'it stopped growing'}`,
  );
  if (grows) process.exitCode = 1;
}

runBench(soak);
