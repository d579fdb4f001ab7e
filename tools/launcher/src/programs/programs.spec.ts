import { execFileSync } from 'node:child_process';
import { nodeOptions, withLogDefaults } from './programs';

describe('the logs of the programs', () => {
  it('have the pretty format for people', () => {
    expect(withLogDefaults({ PORT: '1' }, true)).toEqual({ PORT: '1', LOG_FORMAT: 'pretty' });
  });

  it('follow the settings for people', () => {
    expect(withLogDefaults({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json' }, true)).toEqual({
      LOG_LEVEL: 'debug',
      LOG_FORMAT: 'json',
    });
  });

  it('keep their defaults elsewhere', () => expect(withLogDefaults({ PORT: '1' }, false)).toEqual({ PORT: '1' }));
});

describe('the heap of a program', () => {
  const YOUNG_MB = 48;
  const heapMegabytes = (options: string): number => {
    const script = 'require("node:v8").getHeapStatistics().heap_size_limit / 2 ** 20';
    return Number(execFileSync(process.execPath, ['-p', script], { env: { NODE_OPTIONS: options }, encoding: 'utf8' }));
  };

  it('is that of its container in the chart', () =>
    expect(heapMegabytes(nodeOptions('calendar-service', {}))).toBe(384 + YOUNG_MB));

  it('follows the options of the environment', () =>
    expect(heapMegabytes(nodeOptions('gateway', { NODE_OPTIONS: '--max-old-space-size=700' }))).toBe(700 + YOUNG_MB));
});
