import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process. Labels have few values and hold nothing of a caller: no ids, paths, names or addresses. */
export const metrics = new Registry();

/** The counter of this name, made when it is first asked for. */
export function counter<Label extends string>(name: string, help: string, labelNames: readonly Label[] = []): Counter<Label> {
  const known = metrics.getSingleMetric(name);
  return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [metrics] });
}

/** The histogram of this name, made when it is first asked for. Durations are in seconds. */
export function histogram<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  buckets: number[] = [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
): Histogram<Label> {
  const known = metrics.getSingleMetric(name);
  return known instanceof Histogram ? known : new Histogram({ name, help, labelNames, buckets, registers: [metrics] });
}

/**
 * A gauge whose value is read at each scrape, such as the size of a pool.
 * A second reader of the same name replaces the first: an app that is made again in the same process has another pool.
 */
export function gauge(name: string, help: string, read: () => number): void {
  metrics.removeSingleMetric(name);
  // Not shorter: prom-client hands the gauge over as `this`.
  const made: Gauge = new Gauge({ name, help, registers: [metrics], collect: () => made.set(read()) });
}
