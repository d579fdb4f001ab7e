import { setTimeout } from 'node:timers/promises';
import { threadId, type Worker } from 'node:worker_threads';

/** Memory shared with the thread of a task: its id, and its processor time in microseconds before the task. */
export type TaskStart = Float64Array<SharedArrayBuffer>;

const [THREAD, BEFORE] = [0, 1];
const MIN_PAUSE_MS = 50;

export const newTaskStart = (): TaskStart =>
  new Float64Array(new SharedArrayBuffer(2 * Float64Array.BYTES_PER_ELEMENT));

/** Call it in the thread of the task. Earlier tasks, and the start of the thread, do not count. */
export function noteStart(start: TaskStart): void {
  start[BEFORE] = 'threadCpuUsage' in process ? sumOf(process.threadCpuUsage()) : 0;
  start[THREAD] = threadId;
}

/** Resolves when the thread of the task has spent that much time of a processor on it. @throws the reason of the signal */
export async function waitForProcessorTime(
  limitMs: number,
  start: TaskStart,
  threads: () => readonly Worker[],
  signal: AbortSignal,
): Promise<void> {
  for (let leftMs = limitMs; leftMs > 0; leftMs = limitMs - (await usedMs(start, threads())))
    await setTimeout(Math.max(leftMs, MIN_PAUSE_MS), undefined, { signal });
}

async function usedMs(start: TaskStart, threads: readonly Worker[]): Promise<number> {
  const thread = threads.find((each) => each.threadId === start[THREAD]);
  if (!thread) return 0;
  // Before 24.6, Node does not report the processor time of another thread. There the limit counts elapsed time.
  if (!('cpuUsage' in thread)) return Infinity;
  return (sumOf(await thread.cpuUsage()) - (start[BEFORE] ?? 0)) / 1_000;
}

const sumOf = ({ user, system }: NodeJS.CpuUsage): number => user + system;
