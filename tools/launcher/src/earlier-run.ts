import { runningProcess } from '@almanac/runtime';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs end by themselves when their launcher is killed. A program that hangs is killed after this time. */
const END_LIMIT_MS = 2_000;

/** Records the processes that a launcher has started, so that the next launcher can end those that a killed one left behind. */
export class RunRecord {
  constructor(private readonly file: string) {}

  write(pids: readonly number[]): void {
    writeFileSync(
      this.file,
      JSON.stringify(pids.map((pid) => ({ pid, startedAt: runningProcess(pid)?.startedAt ?? '' }))),
      {
        mode: 0o600,
      },
    );
  }

  /** Waits for the recorded programs to end, and kills those that do not. Other processes that now have their pids are not affected. */
  async cleanUp(): Promise<void> {
    let left = readRecord(this.file).filter(isSame);
    const deadline = Date.now() + END_LIMIT_MS;
    while (left.length > 0 && Date.now() < deadline) {
      await sleep(50);
      left = left.filter(isSame);
    }
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    while (left.some(isSame)) await sleep(20);
  }
}

interface RecordedProcess {
  readonly pid: number;
  readonly startedAt: string;
}

function isSame({ pid, startedAt }: RecordedProcess): boolean {
  return startedAt !== '' && runningProcess(pid)?.startedAt === startedAt;
}

function readRecord(file: string): RecordedProcess[] {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(found) ? found.filter(isRecorded) : [];
  } catch {
    // No record, or an incomplete one.
    return [];
  }
}

function isRecorded(found: unknown): found is RecordedProcess {
  if (typeof found !== 'object' || found === null || !('pid' in found) || !('startedAt' in found)) return false;
  return typeof found.pid === 'number' && typeof found.startedAt === 'string';
}
