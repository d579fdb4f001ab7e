// `npm run bench -- search`: compares searches in 200,000 pages with reads of one page. Word frequencies are those of natural language.
// docs/performance.md has the results. Takes `--pages`, `--seconds`, `--rounds` and `--connections` of options.ts, but with four connections
// by default: with more, the slowest requests would only wait for each other.
import type { BenchProcess } from './measuring/bench-process';
import { type BenchCase, measure, type Measurement, readOnce } from './measuring/load';
import { readOptions } from './measuring/options';
import { meterOf, postmasterOf } from './measuring/processor-time';
import { failuresIn, median, medianRatio, type Results } from './measuring/report';
import { newToken, runBench, Stage, UNLIMITED } from './measuring/stage';
import { seedContent } from './seed/content';
import { seedRestrictedCaller } from './seed/restricted-caller';
import { pagesPerUse, rankBetween, seedWords, wordAt } from './seed/words';

/** Typical search words are neither the most frequent words nor those of a single page. */
const USUAL = [1_000, 20_000] as const;
const READ_PAGES = 2_000;
const PAGE_READ = 'page read';

async function bench(): Promise<void> {
  const options = readOptions(['--pages', '200000', '--connections', '4', ...process.argv.slice(2)]);
  const work = async (stage: Stage) => {
    const token = newToken();
    const env = await stage.contentSettings(token, UNLIMITED);
    await seedContent(env.DATABASE_URL, options.pages, 0);
    await seedWords(env.DATABASE_URL, options.pages);
    const reader = await seedRestrictedCaller(env.DATABASE_URL);
    const content = await stage.start('content-service', env);
    console.log(`bench: ${options.pages} pages are in.`);

    const administrator = `Token ${token}`;
    const servers = { service: content, postgresql: meterOf(await postmasterOf(env.DATABASE_URL)) };
    const reads = Array.from({ length: Math.min(READ_PAGES, options.pages) }, (_, index) => `/api/pages/${index + 1}`);
    await readOnce(content, reads, administrator);
    const results: Results = new Map();
    for (let round = 0; round <= options.rounds; round += 1) {
      for (const benchCase of casesOf(servers, content, reads.length, administrator, reader)) {
        const measurement = await measure(benchCase, options);
        if (measurement.failed > 0)
          console.log(`round ${round}: ${benchCase.name}: ${measurement.failed} requests failed`);
        // The first round only warms caches up.
        if (round > 0) results.set(benchCase.name, [...(results.get(benchCase.name) ?? []), measurement]);
      }
    }
    console.log([report(results), ...failuresIn(results)].join('\n'));
    if (failuresIn(results).length > 0) process.exitCode = 1;
  };
  await Stage.run('search', work, { settings: { max_wal_size: '4GB' } });
}

function casesOf(
  servers: BenchCase['servers'],
  content: BenchProcess,
  readPages: number,
  administrator: string,
  reader: string,
): BenchCase[] {
  const usual = (random: () => number) => wordAt(rankBetween(...USUAL, random));
  const halfOfAll = wordAt(
    Array.from({ length: 1_000 }, (_, index) => index + 1).find((rank) => pagesPerUse(rank) > 2) ?? 1,
  );
  const search = (name: string, query: (random: () => number) => string, authorization = administrator): BenchCase => ({
    name,
    request: (random) => ({ path: `/api/search?query=${encodeURIComponent(query(random))}` }),
    url: content.url,
    servers,
    authorization,
  });
  return [
    {
      ...search(PAGE_READ, usual),
      request: (random) => ({ path: `/api/pages/${1 + Math.floor(random() * readPages)}` }),
    },
    search('two usual words, administrator', (random) => `${usual(random)} ${usual(random)}`),
    search('two usual words, restricted caller', (random) => `${usual(random)} ${usual(random)}`, reader),
    search('a word and a tag', (random) => `${usual(random)} [Team=team-${Math.floor(random() * 20)}]`),
    search('a tag alone', (random) => `[Team=team-${Math.floor(random() * 20)}]`),
    search('an exact text of two words', (random) => `"${usual(random)} ${usual(random)}"`),
    search('a misspelt word', (random) => usual(random).replace(/^(...)./, '$1')),
    search('a word of half of all pages, administrator', () => halfOfAll),
    search('a word of half of all pages, restricted caller', () => halfOfAll, reader),
  ];
}

function report(results: Results): string {
  const reads = results.get(PAGE_READ) ?? [];
  const rows = [...results].map(([name, measurements]) => {
    const middle = (key: 'requestsPerSecond' | 'p50Ms' | 'cpuMicros') =>
      median(measurements.map((one) => one[key] ?? Number.NaN));
    const dearer = medianRatio(microsOf(measurements), microsOf(reads));
    const cpuMs = (middle('cpuMicros') / 1_000).toFixed(1);
    return `| ${name} | ${Math.round(middle('requestsPerSecond'))} | ${Math.round(middle('p50Ms'))} | ${cpuMs} | ${dearer.toFixed(1)} |`;
  });
  return [
    '| request | requests/s | p50, ms | CPU of service and PostgreSQL, ms | × page read |',
    '|---|---:|---:|---:|---:|',
    ...rows,
  ].join('\n');
}

const microsOf = (measurements: readonly Measurement[]): number[] =>
  measurements.map(({ cpuMicros = Number.NaN }) => cpuMicros);

runBench(bench);
