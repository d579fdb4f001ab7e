/** Pure functions of one argument. Argument and result must be cloneable, because they are copied between threads. */
export type Tasks = Record<string, (input: never) => unknown>;

/** A module whose exported functions are tasks. Workers load it by its path; the type parameter lists its tasks. */
export interface TaskFile<T extends Tasks> {
  path: string;
  /** For the compiler only; never set. */
  tasks?: T;
}

/**
 * @example
 * import type * as tasks from './text-tasks';
 * const TEXT_TASKS = taskFile<typeof tasks>(require.resolve('./text-tasks'));
 */
export const taskFile = <T extends Tasks>(path: string): TaskFile<T> => ({ path });
