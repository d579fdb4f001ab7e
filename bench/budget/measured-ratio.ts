import { type BenchCase, type Load, measure, type Measurement } from '../load';
import { median } from '../report';

const CONNECTIONS = 8;
const BARE_REQUESTS = 1_000;
/** Requests that a slow case runs in each round, so that hundredths of a second of processor time suffice. */
const MIN_REQUESTS = 16;
const MAX_REQUESTS = 1_000;
const WARM_UP_REQUESTS = 48;
const ROUNDS = 3;

/**
 * Processor time of a request as a multiple of a request to the bare server. Both take turns, and each round is compared with itself,
 * because other load on the machine affects neighbouring measurements alike.
 * @throws Error when a request fails
 */
export async function ratioOf(one: BenchCase, bare: BenchCase): Promise<number> {
  const { requestsPerSecond } = await measured(one, { connections: CONNECTIONS, requests: WARM_UP_REQUESTS });
  const requests = Math.min(MAX_REQUESTS, Math.max(MIN_REQUESTS, Math.round(requestsPerSecond)));
  const ratios: number[] = [];
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { cpuMicros = Number.NaN } = await measured(one, { connections: CONNECTIONS, requests });
    const { cpuMicros: limit = Number.NaN } = await measured(bare, {
      connections: CONNECTIONS,
      requests: BARE_REQUESTS,
    });
    ratios.push(cpuMicros / limit);
  }
  return median(ratios);
}

async function measured(one: BenchCase, load: Load): Promise<Measurement> {
  const measurement = await measure(one, load);
  if (measurement.failed > 0) throw new Error(`${one.name}: ${measurement.failed} requests failed`);
  return measurement;
}
