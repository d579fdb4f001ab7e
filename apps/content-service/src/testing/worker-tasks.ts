import { WorkerPool } from '@almanac/workers';

/** Runs `work` and returns the names of the tasks that ran in worker threads meanwhile, instead of on the event loop. */
export async function workerTasksOf(work: () => Promise<unknown>): Promise<string[]> {
  const run = jest.spyOn(WorkerPool.prototype, 'run');
  try {
    await work();
    return run.mock.calls.map(([, task]) => task);
  } finally {
    run.mockRestore();
  }
}
