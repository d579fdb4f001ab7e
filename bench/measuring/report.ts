import type { Measurement } from './load';

/** Measurements of a case, one for each round. */
export type Results = Map<string, Measurement[]>;

/** A line for each case with failed requests; its figures are invalid. */
export const failuresIn = (results: Results): string[] =>
  [...results].flatMap(([name, measurements]) => {
    const failed = measurements.reduce((sum, measurement) => sum + measurement.failed, 0);
    return failed > 0 ? [`FAILED: ${name}: ${failed} requests without a successful answer`] : [];
  });

/** Other load on the machine affects the measurements of a round alike, so ratios are computed within each round. */
export const medianRatio = (values: readonly number[], base: readonly number[]): number =>
  median(values.map((value, round) => value / (base[round] ?? Number.NaN)));

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return (
    (sorted.length % 2 === 1 ? sorted[middle] : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2) ?? Number.NaN
  );
}
