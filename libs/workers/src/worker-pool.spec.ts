import { threadId } from 'node:worker_threads';
import { Problem } from '@almanac/errors';
import { metrics } from '@almanac/observability';
import { forCaller } from '@almanac/rate-limit';
import { taskFile } from './task-file';
import type * as samples from './testing/sample-tasks';
import { WorkerPool } from './worker-pool';

const SAMPLES = taskFile<typeof samples>(require.resolve('./testing/sample-tasks'));

let pool: WorkerPool;
beforeEach(() => void (pool = new WorkerPool({ threads: 1, maxQueue: 1, maxMegabytes: 64 })));
afterEach(() => pool.close());

it('a task runs in another thread and returns its result', async () => {
  expect(await pool.run(SAMPLES, 'threadOf', undefined)).not.toBe(threadId);
  expect(await pool.run(SAMPLES, 'twice', { number: 21 })).toBe(42);
  expect(await pool.run(SAMPLES, 'later', { text: 'a' })).toBe('A');
});

it('a thread is reused', async () => {
  expect(await pool.run(SAMPLES, 'threadOf', undefined)).toBe(await pool.run(SAMPLES, 'threadOf', undefined));
});

describe('a task that takes too long', () => {
  it('ends with 503 and Retry-After, and its thread is replaced', async () => {
    const before = await pool.run(SAMPLES, 'threadOf', undefined);
    await expect(pool.run(SAMPLES, 'endless', undefined, { deadlineMs: 50 })).rejects.toMatchObject({
      status: 503,
      details: { headers: { 'Retry-After': '5' } },
    });
    expect(await pool.run(SAMPLES, 'threadOf', undefined)).not.toBe(before);
  });

  describe('with a problem that the caller provides', () => {
    const tooExpensive = new Problem(422, 'Split the text.');
    let patient: WorkerPool;
    // On a busy machine a thread gets its processor time late.
    beforeEach(() => void (patient = new WorkerPool({ threads: 1, maxQueue: 1, maxMegabytes: 64, patience: 10_000 })));
    afterEach(() => patient.close());

    it.each([
      ['a loop', 'endless'],
      ['a search', 'endlessSearch'],
    ] as const)('ends with it when %s spent the limit', async (_how, task) => {
      await expect(patient.run(SAMPLES, task, undefined, { deadlineMs: 50, tooExpensive })).rejects.toBe(tooExpensive);
    });

    it('does not count processor time of earlier tasks of its thread', async () => {
      await patient.run(SAMPLES, 'busyFor', { ms: 100 });
      const running = patient.run(SAMPLES, 'pause', { ms: 100 }, { deadlineMs: 50, tooExpensive });
      expect(await running).toBe('paused');
    });

    it.each([0, 20])(
      'ends with 503 when its thread is kept from the processor after %i ms of work',
      async (afterMs) => {
        const running = pool.run(SAMPLES, 'starve', { afterMs }, { deadlineMs: 200, tooExpensive });
        await expect(running).rejects.toMatchObject({ status: 503, details: { headers: { 'Retry-After': '5' } } });
        expect(await pool.run(SAMPLES, 'twice', { number: 1 })).toBe(2);
      },
    );
  });

  it('has more time with a time factor', async () => {
    const patient = new WorkerPool({ threads: 1, maxQueue: 1, maxMegabytes: 64, timeFactor: 100_000 });
    expect(await patient.run(SAMPLES, 'later', { text: 'a' }, { deadlineMs: 1 })).toBe('A');
    await patient.close();
  });

  it('ends when its caller disconnects', async () => {
    const caller = new AbortController();
    const running = pool.run(SAMPLES, 'endless', undefined, { signal: caller.signal });
    setTimeout(() => caller.abort(new Error('gone')), 50);
    await expect(running).rejects.toThrow('gone');
    expect(await pool.run(SAMPLES, 'twice', { number: 1 })).toBe(2);
  });
});

it('a task that takes too much memory fails with 503, and the pool continues', async () => {
  await expect(pool.run(SAMPLES, 'hungry', undefined)).rejects.toMatchObject({ status: 503 });
  expect(await pool.run(SAMPLES, 'twice', { number: 1 })).toBe(2);
});

it('the pool refuses tasks with 503 when its queue is full', async () => {
  const running = pool.run(SAMPLES, 'busyFor', { ms: 100 });
  const waiting = pool.run(SAMPLES, 'twice', { number: 1 });
  await expect(pool.run(SAMPLES, 'twice', { number: 2 })).rejects.toMatchObject({ status: 503 });
  await running;
  expect(await waiting).toBe(2);
});

it('waiting tasks of several callers take turns, and a full queue makes room for another caller', async () => {
  const fair = new WorkerPool({ threads: 1, maxQueue: 3, maxMegabytes: 64 });
  const ended: string[] = [];
  const task = (caller: string, name: string) =>
    forCaller(caller, () => fair.run(SAMPLES, 'busyFor', { ms: 20 })).then(
      () => ended.push(name),
      () => ended.push(`${name} refused`),
    );
  const all = ['first', 'second', 'third', 'fourth'].map((name) => task('busy', name));
  await Promise.all([...all, task('other', 'of the other caller')]);
  await fair.close();
  expect(ended).toEqual(['fourth refused', 'first', 'second', 'of the other caller', 'third']);
});

it('a Problem of a task reaches the caller unchanged', async () => {
  const refusal = pool.run(SAMPLES, 'refuse', undefined);
  await expect(refusal).rejects.toBeInstanceOf(Problem);
  await expect(refusal).rejects.toMatchObject({
    status: 422,
    message: 'Too deep.',
    details: { fields: { html: ['Too deep.'] } },
  });
});

it('an error of a task keeps its message', async () => {
  await expect(pool.run(SAMPLES, 'fail', undefined)).rejects.toMatchObject({ message: 'a fault of ours' });
});

it('the pool measures runs by outcome, in seconds', async () => {
  const seconds = async () => {
    const sums = (await metrics.metrics()).matchAll(/^almanac_worker_run_seconds_sum\{.*\} (\S+)$/gm);
    return [...sums].reduce((all, [, sum]) => all + Number(sum), 0);
  };
  const [before, start] = [await seconds(), performance.now()];
  await pool.run(SAMPLES, 'twice', { number: 1 });
  await expect(pool.run(SAMPLES, 'endless', undefined, { deadlineMs: 20 })).rejects.toMatchObject({ status: 503 });
  const text = await metrics.metrics();
  expect(text).toMatch(/almanac_worker_run_seconds_count\{outcome="done"\} [1-9]/);
  expect(text).toMatch(/almanac_worker_run_seconds_count\{outcome="too expensive"\} [1-9]/);
  expect(text).toContain('almanac_worker_queue 0');
  const measured = (await seconds()) - before;
  expect(measured).toBeGreaterThan(0);
  expect(measured).toBeLessThanOrEqual((performance.now() - start) / 1_000);
});
