import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** All metrics of this process. Labels have few values and no data of callers: no ids, paths, names or addresses. */
export const metrics = new Registry();

/** The counter of this name, created at the first call. */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
): Counter<Label> {
  const known = metrics.getSingleMetric(name);
  return known instanceof Counter ? known : new Counter({ name, help, labelNames, registers: [metrics] });
}

/** The histogram of this name, created at the first call. Durations are in seconds. */
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
  const known = metrics.getSingleMetric(name);
  if (known instanceof Gauge) return known;
  const made = new Gauge<Label>({
    name,
    help,
    labelNames,
    registers: [metrics],
    ...(refresh && { collect: (): void => refresh(made) }),
  });
  return made;
}
