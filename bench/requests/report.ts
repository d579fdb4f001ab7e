import { cpus } from 'node:os';
import type { BenchOptions } from '../measuring/options';
import { median, medianRatio, type Results } from '../measuring/report';
import type { RequestCase } from './cases';

export const THIS_BUILD = 'this build';
export const OTHER_BUILD = 'other build';
export const THE_LIMIT = 'the limit';

/** A row for each case and each program that answers it. */
export function report(results: Results, cases: RequestCase[], { rounds, seconds, connections }: BenchOptions): string {
  const [processor] = cpus();
  return [
    `Medians of ${rounds} rounds of ${seconds} s with ${connections} connections; Node ${process.versions.node}, ${cpus().length} × ${processor?.model ?? 'CPU'}.`,
    'Milliseconds of processor time per request; "× limit" and "× other" compare its sum within each round.',
    '',
    '| case | of | requests/s | p50, ms | gateway | service | PostgreSQL | sum | × limit | × other |',
    '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|',
    ...cases.flatMap(({ name }) =>
      [OTHER_BUILD, THIS_BUILD, THE_LIMIT].flatMap((column) => rowOf(results, name, column)),
    ),
  ].join('\n');
}

function rowOf(results: Results, name: string, column: string): string[] {
  const measurements = results.get(`${name}, ${column}`);
  if (!measurements) return [];
  const rate = median(measurements.map(({ requestsPerSecond }) => requestsPerSecond));
  const p50 = median(measurements.map(({ p50Ms }) => p50Ms));
  const ofPart = (part: string) => ms(measurements.map(({ cpuMicrosOf }) => cpuMicrosOf[part]));
  const sum = ms(measurements.map(({ cpuMicros }) => cpuMicros));
  const parts = ['gateway', 'service', 'postgresql'].map(ofPart);
  const ratio = (other: string) =>
    other === column ? '' : ratioOf(results, `${name}, ${column}`, `${name}, ${other}`);
  const ratios = column === THIS_BUILD ? [ratio(THE_LIMIT), ratio(OTHER_BUILD)] : ['', ''];
  return [`| ${[name, column, Math.round(rate), p50, ...parts, sum, ...ratios].join(' | ')} |`];
}

function ms(micros: (number | undefined)[]): string {
  const middle = median(micros.map((value) => value ?? Number.NaN));
  return Number.isNaN(middle) ? '' : (middle / 1_000).toFixed(2);
}

function ratioOf(results: Results, name: string, other: string): string {
  const microsOf = (key: string) => (results.get(key) ?? []).map(({ cpuMicros = Number.NaN }) => cpuMicros);
  return results.has(other) ? medianRatio(microsOf(name), microsOf(other)).toFixed(2) : '';
}
