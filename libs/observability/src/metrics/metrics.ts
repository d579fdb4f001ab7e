import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** All metrics of this process. Labels have few values and no data of callers: no ids, paths, names or addresses. */
export const metrics = new Registry();

/** The counter of this name, created at the first call. */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  const existing = metrics.getSingleMetric(name);
  return existing instanceof Counter ? existing : new Counter({ name, help, labelNames, registers: [metrics] });
}

/** The histogram of this name, created at the first call. Durations are in seconds. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  buckets: number[] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
): Histogram<Label> {
  const existing = metrics.getSingleMetric(name);
  return existing instanceof Histogram
    ? existing
    : new Histogram({ name, help, labelNames, buckets, registers: [metrics] });
}

/**
 * A gauge whose value is read at each scrape, such as the size of a pool. It is NaN while it cannot be read.
 * A second gauge of the same name replaces the first, because a second app in the same process (in tests) has its own pool.
 */
export function gauge(name: string, help: string, read: () => number | Promise<number>): void {
  metrics.removeSingleMetric(name);
  // `made` is needed because prom-client passes the gauge to `collect` only as `this`.
  const collect = async () => made.set(await Promise.resolve(read()).catch(() => Number.NaN));
  const made: Gauge = new Gauge({ name, help, registers: [metrics], collect });
}

/**
 * The gauge of this name, created at the first call, for values that are set where they change.
 * @param refresh sets them at each scrape
 */
export function state<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  refresh?: (gauge: Gauge<Label>) => void,
): Gauge<Label> {
  const existing = metrics.getSingleMetric(name);
  if (existing instanceof Gauge) return existing;
  const made = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [metrics],
    ...(refresh && { collect: (): void => refresh(made) }),
  });
  return made;
}

const lookups = counter('almanac_cache_lookups_total', 'Look-ups in caches of a process.', ['cache', 'outcome']);

/** Counts a look-up. @param cache its name; use few different values */
export const countLookup = (cache: string, isHit: boolean): void =>
  lookups.inc({ cache, outcome: isHit ? 'hit' : 'miss' });

const readers = new Map<string, () => number>();

state('almanac_cache_bytes', 'Memory of caches of a process.', ['cache'], (bytes) => {
  for (const [cache, read] of readers) bytes.set({ cache }, read());
});

/**
 * Reports the memory of a cache at each scrape. A second cache of the same name replaces the first, as gauges do.
 * @param read returns its estimated bytes
 */
export const reportCache = (cache: string, read: () => number): void => void readers.set(cache, read);

/** Gauges that prom-client names like counters. It has each of them once more, by type. */
const MISNAMED = ['resources', 'handles', 'requests'].map((kind) => `nodejs_active_${kind}_total`);

/**
 * Serves the metrics of this process as Prometheus text at `/metrics`, on a port of its own, so that they are not public.
 * Also starts prom-client's own metrics: memory, processor time, event-loop delay (p99, max) since the last scrape.
 */
export async function serveMetrics(port: number, host: string): Promise<Server> {
  if (metrics.getSingleMetric('process_cpu_seconds_total') === undefined) {
    collectDefaultMetrics({ register: metrics });
    for (const name of MISNAMED) metrics.removeSingleMetric(name);
  }
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host);
  await once(server, 'listening');
  // This server must not keep a program alive that has finished its work.
  server.unref();
  return server;
}
