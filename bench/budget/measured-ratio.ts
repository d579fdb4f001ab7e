import { type BenchCase, measure } from '../measuring/load';

const CONNECTIONS = 8;
const BARE_REQUESTS = 500;
/** First requests, which tell how many the rounds need. */
const FIRST_REQUESTS = 16;
/** The service's processor time is counted in hundredths of a second, so a round takes about fifty of them. */
const ROUND_MS = 500;
/** Requests of a round: enough for slow cases, and few enough for fast ones. */
const REQUESTS = { least: 8, most: 1_000 };
const ROUNDS = 5;

/**
 * Processor time of a request as a multiple of a request to the bare server: the lowest round of each, taken in turns. Other programs only
 * ever add to processor time, by emptying caches, and cold code does as well. So the lowest round is the one least disturbed.
 * @throws Error when a request fails
 */
export async function ratioOf(one: BenchCase, bare: BenchCase): Promise<number> {
  const first = await cpuMicrosOf(one, FIRST_REQUESTS);
  const requests = Math.round(Math.min(REQUESTS.most, Math.max(REQUESTS.least, (ROUND_MS * 1_000) / first)));
  let [lowest, lowestOfBare] = [Infinity, Infinity];
  for (let round = 0; round < ROUNDS; round += 1) {
    lowest = Math.min(lowest, await cpuMicrosOf(one, requests));
    lowestOfBare = Math.min(lowestOfBare, await cpuMicrosOf(bare, BARE_REQUESTS));
  }
  return lowest / lowestOfBare;
}

async function cpuMicrosOf(one: BenchCase, requests: number): Promise<number> {
  const { cpuMicros, failed } = await measure(one, { connections: CONNECTIONS, requests });
  if (failed > 0) throw new Error(`${one.name}: ${failed} requests failed`);
  if (cpuMicros === undefined) throw new Error(`${one.name}: the system reports no processor time`);
  return cpuMicros;
}
