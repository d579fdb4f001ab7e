import autocannon from 'autocannon';
import type { BenchProcess } from './bench-process';

export interface BenchCase {
  readonly name: string;
  /** Returns the path of the next request; `random` chooses a record. */
  readonly path: (random: () => number) => string;
  readonly target: BenchProcess;
  /** The processes whose CPU time counts for the answer. */
  readonly servers: readonly Pick<BenchProcess, 'cpuSeconds'>[];
  /** Absent for baselines, which have no access checks. */
  readonly authorization?: string;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the servers per request, in microseconds, without the load generator. */
  readonly cpuMicros: number | undefined;
  /** Failed requests: no answer, or not a success. The other figures exclude them. */
  readonly failed: number;
}

export interface Load {
  readonly connections: number;
  readonly seconds: number;
}

/** Distinct requests that each connection repeats; built before the measurement starts. */
const REQUESTS_PER_CONNECTION = 250;

/** Puts a case under load; each connection has its own requests. */
export async function measure(benchCase: BenchCase, { connections, seconds }: Load): Promise<Measurement> {
  const { target, servers, authorization } = benchCase;
  const headers = authorization ? { authorization } : {};
  const before = servers.map((server) => server.cpuSeconds());
  const result = await autocannon({
    url: target.url,
    connections,
    duration: seconds,
    headers,
    setupClient: (client) =>
      client.setRequests(
        Array.from({ length: REQUESTS_PER_CONNECTION }, () => ({
          method: 'GET',
          path: benchCase.path(Math.random),
          headers,
        })),
      ),
  });
  const used = servers.map((server, index) => difference(before[index], server.cpuSeconds()));
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicros: used.every((seconds) => seconds !== undefined)
      ? (used.reduce((sum, cpu) => sum + cpu, 0) / result['2xx']) * 1e6
      : undefined,
    // Errors include time-outs, but not requests that were still running at the end.
    failed: result.non2xx + result.errors + (result['2xx'] === 0 ? connections : 0),
  };
}

const difference = (before: number | undefined, after: number | undefined): number | undefined =>
  before === undefined || after === undefined ? undefined : after - before;

/** Reads each path once, so that caches are full before the measurement. */
export async function readOnce(target: BenchProcess, paths: string[], authorization: string): Promise<Measurement> {
  const before = target.cpuSeconds();
  let next = 0;
  const connections = 8;
  const started = performance.now();
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
        const answer = await fetch(target.url + path, { headers: { authorization } });
        await answer.arrayBuffer();
        if (!answer.ok) throw new Error(`GET ${path} answers ${answer.status}`);
      }
    }),
  );
  const cpu = difference(before, target.cpuSeconds());
  return {
    requestsPerSecond: paths.length / ((performance.now() - started) / 1000),
    p50Ms: Number.NaN,
    p99Ms: Number.NaN,
    cpuMicros: cpu === undefined ? undefined : (cpu / paths.length) * 1e6,
    failed: 0,
  };
}
