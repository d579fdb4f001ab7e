import { WorkerPool } from '@almanac/workers';

/** Runs `work` and returns the names of the tasks that went to worker threads meanwhile, and so left the event loop to other requests. */
export async function workerTasksOf(work: () => Promise<unknown>): Promise<string[]> {
  const run = jest.spyOn(WorkerPool.prototype, 'run');
  try {
    await work();
    return run.mock.calls.map(([, task]) => task);
  } finally {
    run.mockRestore();
  }
}
