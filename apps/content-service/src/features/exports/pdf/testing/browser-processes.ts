import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

interface Running {
  pid: number;
  parent: number;
  command: string;
}

function processes(): Running[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  return lines.flatMap((line) => {
    const [, pid, parent, command = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** Process ids of the browsers that a process has started. */
export const browsersOf = (parent: number): number[] =>
  processes()
    .filter((running) => running.parent === parent && running.command.includes('chrom'))
    .map(({ pid }) => pid);

/** Process ids of the renderers of those browsers. */
export function renderersOf(parent: number): number[] {
  const all = processes();
  const below = (pid: number): Running[] =>
    all.filter((running) => running.parent === pid).flatMap((child) => [child, ...below(child.pid)]);
  return browsersOf(parent)
    .flatMap(below)
    .filter(({ command }) => command.includes('--type=renderer'))
    .map(({ pid }) => pid);
}

/** CPU time of a process; 0 when it has ended. */
export function cpuSeconds(pid: number): number {
  try {
    // The name in parentheses may contain spaces. The 12th and 13th field after it are user and system time, in hundredths of a second.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return 0;
  }
}

/** Sends a signal to processes; those that have ended are skipped. */
export function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids)
    try {
      process.kill(pid, name);
    } catch (failure) {
      if (!(failure instanceof Error && 'code' in failure && failure.code === 'ESRCH')) throw failure;
    }
}
