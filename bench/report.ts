import { cpus } from 'node:os';
import type { BenchOptions } from './options';
import type { Measurement } from './load';

/** Measurements of a case, one for each round. */
export type Results = Map<string, Measurement[]>;

interface Ratio {
  readonly name: string;
  readonly of: string;
  readonly to: string;
  readonly aim?: number;
}

const RATIOS: Ratio[] = [
  { name: 'page read direct / the limit', of: 'page read, direct', to: 'page read, the limit', aim: 0.5 },
  { name: 'page read through gateway / direct', of: 'page read, gateway', to: 'page read, direct', aim: 0.6 },
  { name: 'page list direct / the limit', of: 'page list, direct', to: 'page list, the limit' },
  { name: 'page list through gateway / direct', of: 'page list, gateway', to: 'page list, direct' },
  { name: 'book read through gateway / direct', of: 'book read, gateway', to: 'book read, direct' },
  { name: 'event list through gateway / direct', of: 'event list, gateway', to: 'event list, direct' },
  ...['page read', 'page list', 'book read'].map((kind) => ({
    name: `${kind}: this build / other build`,
    of: `${kind}, direct`,
    to: `${kind}, other build`,
  })),
  { name: 'page read direct / Nest hello', of: 'page read, direct', to: 'Nest hello' },
];

/** The figures as a Markdown table, and below it the ratios with their aims. */
export function report(results: Results, { rounds, seconds, connections }: BenchOptions): string {
  const [processor] = cpus();
  const lines = [
    `Medians of ${rounds} rounds of ${seconds} s with ${connections} connections; Node ${process.versions.node}, ${cpus().length} × ${processor?.model ?? 'CPU'}.`,
    'Load generator, servers and PostgreSQL share these processors: compare ratios, not figures of different machines.',
    '',
    '| case | requests/s | p50 ms | p99 ms | server CPU µs/request |',
    '|---|---:|---:|---:|---:|',
    ...[...results].map(([name, measurements]) => row(name, measurements)),
    '',
    '| ratio | of requests/s | of CPU per request, inverted | aim |',
    '|---|---:|---:|---|',
    ...RATIOS.flatMap((ratio) => ratioRow(ratio, results)),
  ];
  return lines.join('\n');
}

function row(name: string, measurements: Measurement[]): string {
  const value = (key: keyof Measurement) =>
    rounded(median(measurements.map((measurement) => measurement[key] ?? Number.NaN)));
  return `| ${name} | ${value('requestsPerSecond')} | ${value('p50Ms')} | ${value('p99Ms')} | ${value('cpuMicros')} |`;
}

/** A line for each case with failed requests; its figures are invalid. */
export const failuresIn = (results: Results): string[] =>
  [...results].flatMap(([name, measurements]) => {
    const failed = measurements.reduce((sum, measurement) => sum + measurement.failed, 0);
    return failed > 0 ? [`FAILED: ${name}: ${failed} requests without a successful answer`] : [];
  });

/**
 * Ratios are computed within each round, because other load on the machine affects neighbouring measurements alike. CPU time is steadier: it
 * excludes PostgreSQL and the load generator, and other programs reduce requests per second but hardly change CPU time per request.
 */
function ratioRow({ name, of, to, aim }: Ratio, results: Results): string[] {
  const [above, below] = [results.get(of), results.get(to)];
  if (!above || !below) return [];
  const none = Number.NaN;
  const ratio = median(above.map((one, round) => one.requestsPerSecond / (below[round]?.requestsPerSecond ?? none)));
  const cpuRatio = median(above.map((one, round) => (below[round]?.cpuMicros ?? none) / (one.cpuMicros ?? none)));
  const verdict = aim === undefined ? '' : `≥ ${aim}: ${ratio >= aim ? 'reached' : 'missed'}`;
  return [`| ${name} | ${ratio.toFixed(2)} | ${Number.isNaN(cpuRatio) ? '' : cpuRatio.toFixed(2)} | ${verdict} |`];
}

const rounded = (value: number): string => (Number.isNaN(value) ? '' : String(Math.round(value)));

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return (
    (sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2) ?? Number.NaN
  );
}
