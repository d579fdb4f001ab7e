import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { errorCode } from './error-code';

interface RunningProcess {
  /** When it started, in an opaque form: equal pid and start mean the same process. Empty when unknown. */
  readonly startedAt: string;
  /** Its command line; empty when unknown. */
  readonly command: string;
}

/**
 * The process that has this pid now; `undefined` when there is none or only a zombie.
 * Compare `startedAt` too: after a restart of the machine or the container, another process soon has the same pid.
 */
export function runningProcess(pid: number): RunningProcess | undefined {
  if (!exists(pid)) return undefined;
  if (process.platform === 'linux') return fromProc(pid);
  if (process.platform === 'win32') return { startedAt: '', command: '' };
  return fromPs(pid);
}

function exists(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM: it exists, and belongs to another user.
    return errorCode(error) === 'EPERM';
  }
}

function fromProc(pid: number): RunningProcess | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in brackets and may contain any character, so fields are counted from its end.
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // A zombie with other threads is still ending, and holds its ports and files until its last thread has ended.
    const threads = Number(rest[16]);
    if (state === 'X' || (state === 'Z' && threads <= 1)) return undefined;
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { startedAt: `${boot} ${rest[18] ?? ''}`, command };
  } catch {
    return exists(pid) ? { startedAt: '', command: '' } : undefined;
  }
}

function fromPs(pid: number): RunningProcess | undefined {
  try {
    const [state = '', ...rest] = execFileSync('ps', ['-o', 'stat=,lstart=,args=', '-p', String(pid)], {
      encoding: 'utf8',
    })
      .trim()
      .split(/\s+/);
    return state.startsWith('Z')
      ? undefined
      : { startedAt: rest.slice(0, 5).join(' '), command: rest.slice(5).join(' ') };
  } catch {
    return undefined;
  }
}
