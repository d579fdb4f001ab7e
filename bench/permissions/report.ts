import { median, medianRatio } from '../measuring/report';
import type { ChangeTimes, ReadTimes } from './measure';

/** Medians, and medians of the ratios within each round: other load on the machine affects all requests of a round alike. */
export function reportReads(results: readonly ReadTimes[]): string {
  const callers = [...(results[0]?.times.keys() ?? [])];
  const [, ...restricted] = callers;
  return [
    `| request | ${callers.map((name) => `${name}, ms`).join(' | ')} | ${restricted.map((name) => `${name} / administrator`).join(' | ')} | aim |`,
    `|---|${callers.map(() => '---:|').join('')}${restricted.map(() => '---:|').join('')}---|`,
    ...results.map((result) => row(result, callers)),
  ].join('\n');
}

function row({ of, times }: ReadTimes, callers: string[]): string {
  const [administrator = [], ...restricted] = callers.map((name) => times.get(name) ?? []);
  const ratios = restricted.map((own) => medianRatio(own, administrator));
  const verdict =
    of.aim === undefined
      ? ''
      : `≤ ${of.aim}: ${ratios.every((ratio) => ratio <= (of.aim ?? 0)) ? 'reached' : 'missed'}`;
  return `| ${[of.name, ...[administrator, ...restricted].map(milliseconds), ...ratios.map((ratio) => ratio.toFixed(2)), verdict].join(' | ')} |`;
}

export const reportChanges = ({ firstOverride, removal, nextList }: ChangeTimes): string =>
  [
    `first override of a book with 10,000 pages: ${milliseconds(firstOverride)} ms (${firstOverride.length} times)`,
    `removal of its last: ${milliseconds(removal)} ms`,
    `total of pages for a restricted caller right after a change: ${milliseconds(nextList)} ms`,
  ].join('\n');

const milliseconds = (times: number[]): string => median(times).toFixed(1);
