import { Problem } from '@almanac/errors';
import { noteStart, type TaskStart } from './processor-time';
import type { Tasks } from './task-file';

/** A task for a worker. */
export interface Request {
  /** Path of the module. */
  path: string;
  task: string;
  input: unknown;
  start: TaskStart;
}

/** A `Problem` is sent as data, because errors lose their class between threads. */
export type Outcome = { value: unknown } | { problem: Pick<Problem, 'status' | 'message' | 'details'> };

/** Runs in the worker. */
export default async function run({ path, task, input, start }: Request): Promise<Outcome> {
  const tasks = (await import(path)) as Tasks;
  const work = tasks[task];
  if (!work) throw new Error(`${path} exports no task ${task}`);
  noteStart(start);
  try {
    return { value: await work(input as never) };
  } catch (thrown) {
    if (!(thrown instanceof Problem)) throw thrown;
    const { status, message, details } = thrown;
    return { problem: { status, message, details } };
  }
}
