import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { runningProcess } from './running-process';

describe('runningProcess', () => {
  it('identifies a process by its start and its command', () => {
    expect(runningProcess(process.pid)).toEqual(runningProcess(process.pid));
    expect(runningProcess(process.pid)?.startedAt).not.toBe(runningProcess(1)?.startedAt);
    expect(runningProcess(process.pid)?.command).toContain('node');
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 30])('returns undefined for the id %d', (pid) => {
    expect(runningProcess(pid)).toBeUndefined();
  });

  it('returns undefined for a zombie', async () => {
    // `exec` replaces the shell with `sleep`, which never waits for the ended child, so that child stays a zombie.
    const shell = spawn('sh', ['-c', 'true & echo $!; sleep 0.2; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [output]: unknown[] = await once(shell.stdout, 'data');
    const pid = Number(String(output));
    while (runningProcess(pid)) await new Promise((resolve) => setTimeout(resolve, 20));
    expect(runningProcess(pid)).toBeUndefined();
    shell.kill();
  });
});
