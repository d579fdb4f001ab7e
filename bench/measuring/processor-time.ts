import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';

/** CPU time so far, in seconds; undefined where the system does not report it. */
export interface CpuMeter {
  cpuSeconds(): number | undefined;
}

/** Linux counts CPU time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/** Fields of `/proc/<pid>/stat` after the name: user and system time, then those of ended children. */
export const OWN_TIME = [11, 12] as const;
const WITH_ENDED_CHILDREN = [11, 12, 13, 14] as const;

/** The process name in parentheses may contain spaces. */
export function secondsOf(pid: number | undefined, fields: readonly number[]): number {
  const all = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return fields.reduce((sum, field) => sum + Number(all[field]), 0) / TICKS_PER_SECOND;
}

/** Measures a process with all its descendants, running and ended: PostgreSQL's connections, a service's worker processes. */
export const meterOf = (pid: number): CpuMeter => ({ cpuSeconds: () => treeSeconds(pid) });

function treeSeconds(pid: number): number | undefined {
  try {
    const own = secondsOf(pid, WITH_ENDED_CHILDREN);
    // A child that ends during the walk counts from then on as an ended one.
    return childrenOf(pid).reduce((sum, child) => sum + (treeSeconds(child) ?? 0), own);
  } catch {
    return undefined;
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
export async function postmasterOf(url: string): Promise<number> {
  const client = new Client(url);
  await client.connect();
  try {
    const { rows } = await client.query<{ lines: string }>(`SELECT pg_read_file('postmaster.pid') AS lines`);
    return Number.parseInt(rows[0]?.lines ?? '', 10);
  } finally {
    await client.end();
  }
}
