/** Pure functions of one argument, both ends of which can be copied to another thread. */
export type Tasks = Record<string, (input: never) => unknown>;

/** A module whose exported functions are tasks. Workers load it by its path; the type says which tasks there are. */
export interface TaskFile<T extends Tasks> {
  path: string;
  /** Only the compiler looks at it. */
  tasks?: T;
}

/**
 * @example
 * import type * as tasks from './text-tasks';
 * const TEXT_TASKS = taskFile<typeof tasks>(require.resolve('./text-tasks'));
 */
export const taskFile = <T extends Tasks>(path: string): TaskFile<T> => ({ path });
