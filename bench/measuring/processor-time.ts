import { readdirSync, readFileSync } from 'node:fs';
import { onDatabase } from '../seed/seeding-client';

/** CPU time so far, in seconds; undefined where the system does not report it. */
export interface CpuMeter {
  cpuSeconds(): number | undefined;
}

/** Linux counts CPU time in hundredths of a second. */
export const TICKS_PER_SECOND = 100;

/** Fields of `/proc/<pid>/stat` after the name: user and system time, then those of ended children. */
const OWN_TIME = [11, 12] as const;
const TIME_OF_ENDED_CHILDREN = [13, 14] as const;

/**
 * The threads that run have their time in nanoseconds. Hundredths of a second would change a short measurement by several percent, but they
 * include ended threads. Both are lower bounds, so the larger one is nearer.
 */
export const secondsOf = (pid: number | undefined): number =>
  Math.max(nanosecondsOf(pid) / 1e9, ticksOf(pid, OWN_TIME));

const nanosecondsOf = (pid: number | undefined): number =>
  readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + nanosecondsOfThread(`/proc/${pid}/task/${thread}`), 0);

/** A thread that ends during the walk, or a system that does not count, adds nothing. */
function nanosecondsOfThread(folder: string): number {
  try {
    return Number.parseInt(readFileSync(`${folder}/schedstat`, 'utf8'), 10) || 0;
  } catch {
    return 0;
  }
}

/** The process name in parentheses may contain spaces. */
function ticksOf(pid: number | undefined, fields: readonly number[]): number {
  const all = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.reduce((sum, field) => sum + Number(all[field]), 0) / TICKS_PER_SECOND;
}

interface MeasuredProcess {
  readonly pid: number;
  readonly seconds: number;
  readonly isParent: boolean;
}

/**
 * Measures a process with all its descendants, running and ended: PostgreSQL's connections, a service's worker processes. A reading is undefined
 * when a parent has ended since the last one. Its children become children of the first process, which then gets their time.
 */
export function meterOf(pid: number): CpuMeter {
  let parents: readonly number[] = [];
  return {
    cpuSeconds: () => {
      const tree = treeOf(pid);
      const pids = new Set(tree.map((one) => one.pid));
      const isComplete = pids.has(pid) && parents.every((parent) => pids.has(parent));
      parents = tree.filter(({ isParent }) => isParent).map((one) => one.pid);
      return isComplete ? tree.reduce((sum, { seconds }) => sum + seconds, 0) : undefined;
    },
  };
}

/** A process that ends during the walk counts from then on as an ended child. */
function treeOf(pid: number): MeasuredProcess[] {
  try {
    const seconds = secondsOf(pid) + ticksOf(pid, TIME_OF_ENDED_CHILDREN);
    const children = childrenOf(pid);
    return [{ pid, seconds, isParent: children.length > 0 }, ...children.flatMap(treeOf)];
  } catch {
    return [];
  }
}

/** Each thread lists the processes that it has started. */
export const childrenOf = (pid: number): number[] =>
  readdirSync(`/proc/${pid}/task`).flatMap((thread) => childrenOfThread(`/proc/${pid}/task/${thread}/children`));

/** A thread that ends during the walk has no children any more. */
function childrenOfThread(file: string): number[] {
  try {
    return readFileSync(file, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

/** Process id of the server behind a URL. */
export const postmasterOf = (url: string): Promise<number> =>
  onDatabase(url, async (client) => {
    const { rows } = await client.query<{ lines: string }>(`SELECT pg_read_file('postmaster.pid') AS lines`);
    return Number.parseInt(rows[0]?.lines ?? '', 10);
  });
