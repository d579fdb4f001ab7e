import { runningProcess } from '@almanac/process';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Programs notice that their launcher was killed and end by themselves; those that hang are not waited for any longer than this. */
const PATIENCE_MS = 2_000;

/** Notes which processes a launcher has started, so that the next one can clear away what a killed one left behind. */
export class RunRecord {
  constructor(private readonly file: string) {}

  write(pids: readonly number[]): void {
    writeFileSync(this.file, JSON.stringify(pids.map((pid) => ({ pid, startedAt: runningProcess(pid)?.startedAt ?? '' }))), {
      mode: 0o600,
    });
  }

  /** Waits for the programs of the run that wrote the record, and kills those that do not end. Others that got their numbers are left alone. */
  async clearAway(): Promise<void> {
    let left = readRecord(this.file).filter(isSame);
    const deadline = Date.now() + PATIENCE_MS;
    while (left.length > 0 && Date.now() < deadline) {
      await sleep(50);
      left = left.filter(isSame);
    }
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    while (left.some(isSame)) await sleep(20);
  }
}

interface Noted {
  readonly pid: number;
  readonly startedAt: string;
}

function isSame({ pid, startedAt }: Noted): boolean {
  return startedAt !== '' && runningProcess(pid)?.startedAt === startedAt;
}

function readRecord(file: string): Noted[] {
  try {
    const found: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return Array.isArray(found) ? found.filter(isNoted) : [];
  } catch {
    // No record, or half of one: nothing to go by.
    return [];
  }
}

function isNoted(found: unknown): found is Noted {
  if (typeof found !== 'object' || found === null || !('pid' in found) || !('startedAt' in found)) return false;
  return typeof found.pid === 'number' && typeof found.startedAt === 'string';
}
