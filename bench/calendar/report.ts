import { median, medianRatio } from '../measuring/report';
import type { SizedService } from '../measuring/sizes';
import type { WriteTimes } from './writes';

export function reportWrites([small, large]: readonly WriteTimes[], calendars: readonly SizedService[]): string {
  const rows = [...(small ?? [])].map(([name, times]) => {
    const others = large?.get(name) ?? [];
    const ratio = medianRatio(others, times);
    return `| ${name} | ${median(times).toFixed(1)} | ${median(others).toFixed(1)} | ${ratio.toFixed(2)} |`;
  });
  return [
    `\n| change | ${calendars.map(({ size }) => `${size}, ms`).join(' | ')} | ratio |`,
    '|---|---:|---:|---:|',
    ...rows,
  ].join('\n');
}
