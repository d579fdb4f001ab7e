import autocannon from 'autocannon';
import type { BenchProcess } from './bench-process';
import type { CpuMeter } from './processor-time';

export interface BenchRequest {
  readonly path: string;
  /** GET unless given. */
  readonly method?: 'GET' | 'POST' | 'PUT';
  /** Sent as JSON. */
  readonly body?: object;
}

export interface BenchCase {
  readonly name: string;
  /** Returns the next request; `random` chooses a record. */
  readonly request: (random: () => number) => BenchRequest;
  readonly url: string;
  /** The parts whose CPU time counts for the answer. */
  readonly servers: Readonly<Record<string, CpuMeter>>;
  /** Absent for baselines, which have no access checks. */
  readonly authorization?: string;
  /** For pages, which only browsers get. */
  readonly accept?: string;
}

export interface Measurement {
  readonly requestsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** CPU time of the servers per request, in microseconds, without the load generator. */
  readonly cpuMicros: number | undefined;
  /** The same for each part. */
  readonly cpuMicrosOf: Readonly<Record<string, number>>;
  /** Failed requests: no answer, or not a success. The other figures exclude them. */
  readonly failed: number;
}

export type Load = { readonly connections: number } & ({ readonly seconds: number } | { readonly requests: number });

/** Exports are slow on a busy machine. */
const TIMEOUT_SECONDS = 60;

/** Distinct requests that each connection repeats; built before the measurement starts. */
const REQUESTS_PER_CONNECTION = 250;

/** Puts a case under load; each connection has its own requests. */
export async function measure(benchCase: BenchCase, load: Load): Promise<Measurement> {
  const { url, servers, authorization, accept } = benchCase;
  const { connections } = load;
  const headers: Record<string, string> = {
    ...(authorization && { authorization }),
    ...(accept && { accept }),
  };
  const meters = Object.values(servers);
  const before = meters.map((meter) => meter.cpuSeconds());
  const result = await autocannon({
    url,
    connections,
    timeout: TIMEOUT_SECONDS,
    ...('requests' in load ? { amount: load.requests } : { duration: load.seconds }),
    headers,
    setupClient: (client) =>
      client.setRequests(
        Array.from({ length: REQUESTS_PER_CONNECTION }, () => sent(benchCase.request(Math.random), headers)),
      ),
  });
  const used = meters.map((meter, index) => difference(before[index], meter.cpuSeconds()));
  const microsOf = (seconds: number | undefined) => ((seconds ?? Number.NaN) / result['2xx']) * 1e6;
  return {
    requestsPerSecond: result['2xx'] / result.duration,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    cpuMicros: used.includes(undefined) ? undefined : used.reduce<number>((sum, cpu) => sum + microsOf(cpu), 0),
    cpuMicrosOf: Object.fromEntries(Object.keys(servers).map((part, index) => [part, microsOf(used[index])])),
    // Errors include time-outs, but not requests that were still running at the end.
    failed: result.non2xx + result.errors + (result['2xx'] === 0 ? connections : 0),
  };
}

const sent = ({ path, method = 'GET', body }: BenchRequest, headers: Record<string, string>) => ({
  method,
  path,
  headers: body ? { ...headers, 'content-type': 'application/json' } : headers,
  ...(body && { body: JSON.stringify(body) }),
});

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
    cpuMicrosOf: {},
    failed: 0,
  };
}
