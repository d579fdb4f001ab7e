import { type BenchCase, measure } from '../measuring/load';
import { median } from '../measuring/report';

const CONNECTIONS = 8;
const BARE_REQUESTS = 500;
/** First requests, which tell how many the rounds need. */
const FIRST_REQUESTS = 16;
/** Processor time is counted in hundredths of a second, so a round takes about fifty of them. */
const ROUND_MS = 500;
/** Requests of a round: enough for slow cases, and few enough for fast ones. */
const REQUESTS = { least: 8, most: 1_000 };
const ROUNDS = 5;

/**
 * Processor time of a request as a multiple of a request to the bare server. Both take turns, and each round is compared with itself,
 * because other load on the machine affects neighbouring measurements alike. The number of requests does not depend on that load.
 * @throws Error when a request fails
 */
export async function ratioOf(one: BenchCase, bare: BenchCase): Promise<number> {
  const first = await cpuMicrosOf(one, FIRST_REQUESTS);
  const requests = Math.round(Math.min(REQUESTS.most, Math.max(REQUESTS.least, (ROUND_MS * 1_000) / first)));
  const ratios: number[] = [];
  // Round 0 only warms up: V8 compiles code that runs often.
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ratio = (await cpuMicrosOf(one, requests)) / (await cpuMicrosOf(bare, BARE_REQUESTS));
    if (round > 0) ratios.push(ratio);
  }
  return median(ratios);
}

async function cpuMicrosOf(one: BenchCase, requests: number): Promise<number> {
  const { cpuMicros, failed } = await measure(one, { connections: CONNECTIONS, requests });
  if (failed > 0) throw new Error(`${one.name}: ${failed} requests failed`);
  if (cpuMicros === undefined) throw new Error(`${one.name}: the system reports no processor time`);
  return cpuMicros;
}
