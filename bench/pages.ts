// `npm run bench:pages`: a page rendered for a stranger beside the JSON of the same page, both through the gateway.
// Fails below 0.8 times the requests per second of the JSON.
import { type BenchCase, measure } from './measuring/load';
import { ROOT } from './measuring/bench-process';
import { median } from './measuring/report';
import { readOptions } from './options';
import { runBench } from './measuring/stage';
import { startBuild } from './requests/running-build';
import { onDatabase } from './seed/seeding-client';

const MIN_RATIO = 0.8;
const WARM_UP_SECONDS = 2;

/** Opens the library to strangers. @returns the address of the page with the id 1 */
const openLibrary = (url: string): Promise<string> =>
  onDatabase(url, async (client) => {
    await client.query(`INSERT INTO settings (name, value) VALUES ('app-public', 'true')
      ON CONFLICT (name) DO UPDATE SET value = 'true'`);
    const { rows } = await client.query<{ path: string }>(
      `SELECT '/books/' || book.slug || '/page/' || page.slug AS path FROM pages page JOIN books book ON book.id = page.book_id WHERE page.id = 1`,
    );
    return rows[0]?.path ?? '';
  });

async function bench(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const build = await startBuild(ROOT, options);
  try {
    const path = await openLibrary(build.databaseUrl('content'));
    const { gateway, content: service, postgresql } = build.parts;
    const shared = { url: build.url, servers: { gateway, service, postgresql } };
    const loads: Record<'json' | 'html', BenchCase> = {
      json: {
        ...shared,
        name: 'JSON',
        request: () => ({ path: '/api/pages/1' }),
        authorization: `Token ${build.token}`,
      },
      html: { ...shared, name: 'HTML', request: () => ({ path }), accept: 'text/html' },
    };
    const rates: Record<'json' | 'html', number[]> = { json: [], html: [] };
    const processor: Record<'json' | 'html', number[]> = { json: [], html: [] };
    for (const load of Object.values(loads)) await measure(load, { ...options, seconds: WARM_UP_SECONDS });
    for (let round = 1; round <= options.rounds; round += 1) {
      for (const kind of ['json', 'html'] as const) {
        const { requestsPerSecond, cpuMicros, failed } = await measure(loads[kind], options);
        if (failed > 0) throw new Error(`${failed} requests for ${loads[kind].name} failed`);
        rates[kind].push(requestsPerSecond);
        processor[kind].push((cpuMicros ?? Number.NaN) / 1_000);
      }
    }
    const ratio = median(rates.html) / median(rates.json);
    for (const kind of ['json', 'html'] as const)
      console.log(
        `${loads[kind].name}: ${Math.round(median(rates[kind]))} requests/s, ${median(processor[kind]).toFixed(2)} ms of processor time`,
      );
    console.log(`A rendered page is served at ${ratio.toFixed(2)} times the rate of its JSON (at least ${MIN_RATIO}).`);
    if (ratio < MIN_RATIO) process.exitCode = 1;
  } finally {
    await build.stop();
  }
}

runBench(bench);
