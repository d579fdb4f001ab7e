import { readFileSync } from 'node:fs';
import path from 'node:path';
import { STOP_DETACHED_MS } from '@almanac/database';
import { STOP_JOBS_MS } from '@almanac/jobs';
import { STOP_LIMITS } from '@almanac/lifecycle';

const ROOT = path.resolve(__dirname, '../..');
/** The chart's limit of SHUTDOWN_DELAY_MS. */
const MAX_DELAY_MS = 10_000;

/** The first number after a name in a file. */
function numberIn(file: string, name: string): number {
  const [, number] = new RegExp(`${name}\\D+(\\d+)`).exec(readFileSync(path.join(ROOT, file), 'utf8')) ?? [];
  return Number(number);
}

describe('a stop of a program', () => {
  it('has time for its jobs and then for detached work before it is cut off', () => {
    expect(STOP_JOBS_MS + STOP_DETACHED_MS).toBeLessThan(STOP_LIMITS.closeMs);
  });

  it.each([
    ['k8s/almanac/templates/_deployment.tpl', 'terminationGracePeriodSeconds:'],
    ['docker/compose.yaml', 'stop_grace_period:'],
  ])('ends by itself within the time of %s', (file, name) => {
    const { drainMs, closeMs, flushMs } = STOP_LIMITS;
    expect(MAX_DELAY_MS + drainMs + closeMs + flushMs).toBeLessThan(numberIn(file, name) * 1_000);
  });

  it('is delayed by the chart no longer than that', () => {
    expect(numberIn('k8s/almanac/values.schema.json', '"shutdownDelayMs".*"maximum"')).toBe(MAX_DELAY_MS);
  });
});
