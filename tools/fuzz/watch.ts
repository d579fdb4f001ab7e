import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

/** A line of the preloaded monitor. */
interface MonitorLine {
  program: string;
  pid: number;
  /** Epoch milliseconds. */
  at: number;
  started?: boolean;
  /** Processor time of the main thread between two ticks. */
  stallMs?: number;
  heapBytes?: number;
}

const STARTING_MS = 10_000;

/** Reads the lines of the preloaded monitors. */
export class Monitors {
  constructor(private readonly file: string) {}

  lines(): MonitorLine[] {
    if (!existsSync(this.file)) return [];
    const texts = readFileSync(this.file, 'utf8').split('\n');
    return texts.filter((line) => line !== '').map((line) => JSON.parse(line) as MonitorLine); // written by monitor.cjs alone
  }

  /** The newest process of each program. */
  processes(): Map<string, number> {
    return new Map(this.lines().flatMap(({ program, pid, started }) => (started ? [[program, pid] as const] : [])));
  }

  /** Number of restarts of all programs. */
  restarts(): number {
    const starts = this.lines().filter(({ started }) => started);
    return starts.length - new Set(starts.map(({ program }) => program)).size;
  }

  /** Stalls, except in the first seconds of a program, which loads and compiles code then. */
  stalls(): { program: string; stallMs: number; at: number }[] {
    const lines = this.lines();
    const startedAt = new Map(lines.flatMap(({ pid, at, started }) => (started ? [[pid, at] as const] : [])));
    return lines.flatMap(({ program, pid, at, stallMs }) =>
      stallMs !== undefined && at > (startedAt.get(pid) ?? 0) + STARTING_MS ? [{ program, stallMs, at }] : [],
    );
  }

  /** Heap bytes in use per program, after a garbage collection. */
  async heaps(): Promise<Map<string, number>> {
    const since = Date.now();
    for (const pid of this.processes().values()) process.kill(pid, 'SIGWINCH');
    await sleep(3_000);
    const lines = this.lines().filter(({ at, heapBytes }) => at >= since && heapBytes !== undefined);
    return new Map(lines.map(({ program, heapBytes = 0 }) => [program, heapBytes]));
  }
}

/** Sessions whose transaction has been open for more than 2 seconds. Call while no request runs. */
export async function openTransactions(databaseUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ application_name: string; query: string }>(
      `SELECT application_name, left(query, 120) AS query FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND xact_start < now() - interval '2 seconds'`,
    );
    return rows.map(({ application_name: name, query }) => `${name}: ${query}`);
  } finally {
    await client.end();
  }
}

/** Leaked temporary files of uploads and exports. */
export function leftFiles(folder: string): string[] {
  const uploads = readdirSync(folder).filter((name) => /upload|export|import|spool/.test(name));
  return uploads.flatMap((name) =>
    readdirSync(path.join(folder, name), { recursive: true }).map((file) => path.join(name, String(file))),
  );
}

const REFERENCE_MS = 36;

/** Factor by which this machine is slower than the reference machine right now, at least 1. Measures processor time of fixed work. */
export function slowness(): number {
  const work = () => {
    const before = process.threadCpuUsage();
    let sum = 0;
    for (let i = 0; i < 400; i += 1) sum += JSON.stringify(JSON.parse(`[${'{"a":[1,2,"x"]},'.repeat(400)}0]`)).length;
    const { user, system } = process.threadCpuUsage(before);
    return sum > 0 ? (user + system) / 1_000 : 0;
  };
  work();
  return Math.max(1, Math.min(work(), work(), work()) / REFERENCE_MS);
}
