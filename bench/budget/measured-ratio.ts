import { type BenchCase, measure } from '../measuring/load';

const CONNECTIONS = 8;
const BARE_REQUESTS = 500;
/** As many that each of 500 pages is read. Slow cases stop before. */
const WARM_UP = { firstRequests: 32, requests: 2_000, maxMs: 8_000 };
/** Processor time of a round. */
const ROUND_MS = 250;
/** Requests of a round: enough for slow cases, and few enough for fast ones. */
const REQUESTS = { min: 8, max: 1_000 };
const MAX_ATTEMPTS = 3;

/** The most expensive rounds are left out: something else ran in PostgreSQL, or code was compiled anew. */
const COUNTED_PART = 0.75;

/** The accepted multiple of a recorded figure at rest, and its growth beside other programs. */
const TOLERANCE = { atRest: 1.2, growth: 0.6 };

/**
 * The accepted multiple of a recorded figure. Other programs empty caches, from which large programs suffer more than the bare server.
 * @param others share of the processors that other programs take: 0 to 1
 */
export const toleranceOf = (others: number): number => TOLERANCE.atRest + TOLERANCE.growth * others;

/**
 * Processor time of a request as a multiple of a request to the bare server. Rounds of both take turns, so that other programs, which empty
 * caches, make both more expensive. The lowest rounds would be accidents of the clock on a busy machine.
 * @throws Error when a request fails
 */
export async function ratioOf(one: BenchCase, bare: BenchCase, rounds: number): Promise<number> {
  const expected = await warmUp(one);
  const requests = Math.round(Math.min(REQUESTS.max, Math.max(REQUESTS.min, (ROUND_MS * 1_000) / expected)));
  const micros: number[] = [];
  const microsOfBare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    micros.push(await cpuMicrosOf(one, requests));
    microsOfBare.push(await cpuMicrosOf(bare, BARE_REQUESTS));
  }
  return meanOfCheaper(micros) / meanOfCheaper(microsOfBare);
}

/** Compiles the code and fills the caches. @returns processor time of a request in microseconds, at the end */
export async function warmUp(one: BenchCase): Promise<number> {
  let last = Number.NaN;
  let [sent, spentMs] = [0, 0];
  for (let requests = WARM_UP.firstRequests; sent < WARM_UP.requests && spentMs < WARM_UP.maxMs; requests *= 2) {
    last = await cpuMicrosOf(one, requests);
    sent += requests;
    spentMs += (last * requests) / 1_000;
  }
  return last;
}

/** Measures again when a round lost the time of a browser that ended. */
async function cpuMicrosOf(one: BenchCase, requests: number): Promise<number> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const { cpuMicros, failed } = await measure(one, { connections: CONNECTIONS, requests });
    if (failed > 0) throw new Error(`${one.name}: ${failed} requests failed`);
    if (cpuMicros !== undefined) return cpuMicros;
  }
  throw new Error(`${one.name}: the system reports no processor time`);
}

function meanOfCheaper(values: readonly number[]): number {
  const counted = [...values].sort((a, b) => a - b).slice(0, Math.ceil(values.length * COUNTED_PART));
  return counted.reduce((sum, value) => sum + value, 0) / counted.length;
}
