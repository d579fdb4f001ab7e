// `npm run bench -- fairness`: how long a caller waits beside another who keeps a service busy, as a multiple of the time alone. First for a
// page beside 200 slow concurrent requests, then for a small import beside 20 large ones. Fails above the threefold.
import { runBench, Stage } from '../measuring/stage';
import { type Imports, largeArchives, largeCalendarFiles } from './large-imports';
import { slowRequests } from './slow-requests';

const MAX_RATIO = 3;

async function bench(): Promise<void> {
  await Stage.run('fairness', async (stage) => {
    const { without, withLimit } = await slowRequests(stage);
    console.log(
      `p99 of the other caller: ${without.toFixed(1)} × without the limit, ${withLimit.toFixed(1)} × with it`,
    );
    const ratios = [withLimit];
    for (const start of [largeArchives, largeCalendarFiles]) ratios.push(await ratioBeside(await start(stage)));
    if (Math.max(...ratios) > MAX_RATIO) throw new Error(`more than ${MAX_RATIO} ×`);
  });
}

async function ratioBeside({ name, small, startLarge, stop }: Imports): Promise<number> {
  // The first ones only warm caches up.
  await medianOf(small);
  const alone = await medianOf(small);
  const isRunning = await startLarge();
  const beside = await medianOf(small);
  if (!(await isRunning())) throw new Error(`${name}: the large imports ended too early`);
  await stop();
  const ratio = beside / alone;
  console.log(
    `${name}: ${alone.toFixed(0)} ms alone, ${beside.toFixed(0)} ms beside large ones: ${ratio.toFixed(1)} ×`,
  );
  return ratio;
}

const ROUNDS = 9;

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    times.push(performance.now() - started);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0;
}

runBench(bench);
