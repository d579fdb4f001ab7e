import { readFileSync } from 'node:fs';
import path from 'node:path';
import { readCalendarSettings } from '../../apps/calendar-service/src/config';
import { readContentSettings } from '../../apps/content-service/src/config';
import { readConfig } from '../../apps/gateway/src/config';
import { STOP_DETACHED_MS } from '@almanac/database';
import { STOP_JOBS_MS } from '@almanac/jobs';
import { KILL_AFTER_MS, STOP_LIMITS } from '@almanac/runtime';

const ROOT = path.resolve(__dirname, '../..');

/** The first number after a name in a file. */
function numberIn(file: string, name: string): number {
  const [, number] = new RegExp(`${name}\\D+(\\d+)`).exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  return Number(number);
}

describe('a stop of a program', () => {
  it('has time for its jobs and then for detached work before it is cut off', () => {
    expect(STOP_JOBS_MS + STOP_DETACHED_MS).toBeLessThan(STOP_LIMITS.closeMs);
  });

  it('ends by itself before it is killed', () => {
    const { delayMs, drainMs, closeMs, flushMs } = STOP_LIMITS;
    expect(delayMs + drainMs + closeMs + flushMs).toBeLessThan(KILL_AFTER_MS);
  });

  it.each([
    ['k8s/almanac/templates/_deployment.tpl', 'terminationGracePeriodSeconds:'],
    ['docker/compose.yaml', 'stop_grace_period:'],
  ])('has that time in %s', (file, name) => {
    expect(numberIn(file, name) * 1_000).toBe(KILL_AFTER_MS);
  });

  it('is delayed by the chart at most as long as the programs accept', () => {
    expect(numberIn('k8s/almanac/values.schema.json', '"shutdownDelayMs".*"maximum"')).toBe(STOP_LIMITS.delayMs);
  });

  it.each<[string, (env: Record<string, string>) => unknown]>([
    ['gateway', readConfig],
    ['content-service', readContentSettings],
    ['calendar-service', readCalendarSettings],
  ])('is delayed by %s no longer than that', (_, read) => {
    const refusal = `SHUTDOWN_DELAY_MS must be a whole number from 0 to ${STOP_LIMITS.delayMs}`;
    expect(() => read({ SHUTDOWN_DELAY_MS: String(STOP_LIMITS.delayMs + 1) })).toThrow(refusal);
    expect(() => read({ SHUTDOWN_DELAY_MS: String(STOP_LIMITS.delayMs) })).not.toThrow(refusal);
  });
});
