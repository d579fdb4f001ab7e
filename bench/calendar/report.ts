import { median, medianRatio } from '../measuring/report';
import type { Calendar, CalendarTimes } from './measure';
import type { WriteTimes } from './writes';

/** Medians, and medians of the ratios within each round: other load on the machine affects both requests of a round alike. */
export function report(results: readonly CalendarTimes[], calendars: readonly Calendar[]): string {
  const sizes = calendars.map(({ events }) => `${events.toLocaleString('en')} events`);
  return [
    `| list | ${sizes.map((size) => `${size}, ms | total`).join(' | ')} | ratio | aim |`,
    `|---|${sizes.map(() => '---:|---:|').join('')}---:|---|`,
    ...results.map(row),
  ].join('\n');
}

function row({ of, times, totals }: CalendarTimes): string {
  const [small = [], large = []] = times;
  const ratio = medianRatio(large, small);
  const verdict = of.aim === undefined ? '' : `≤ ${of.aim}: ${ratio <= of.aim ? 'reached' : 'missed'}`;
  const cells = times.flatMap((own, index) => [median(own).toFixed(1), totalCell(totals[index] ?? 0)]);
  return `| ${[of.name, ...cells, ratio.toFixed(2), verdict].join(' | ')} |`;
}

const totalCell = (total: number): string => (Number.isNaN(total) ? 'time-out' : total.toLocaleString('en'));

export function reportWrites([small, large]: readonly WriteTimes[], calendars: readonly Calendar[]): string {
  const rows = [...(small ?? [])].map(([name, times]) => {
    const others = large?.get(name) ?? [];
    const ratio = medianRatio(others, times);
    return `| ${name} | ${median(times).toFixed(1)} | ${median(others).toFixed(1)} | ${ratio.toFixed(2)} |`;
  });
  return [
    `\n| change | ${calendars.map(({ events }) => `${events.toLocaleString('en')} events, ms`).join(' | ')} | ratio |`,
    '|---|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
