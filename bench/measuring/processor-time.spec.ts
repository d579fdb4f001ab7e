import { type ChildProcess, spawn } from 'node:child_process';
import { until } from '@almanac/testing';
import { childrenOf, meterOf } from './processor-time';

let shell: ChildProcess;
let started: number[];

/** Starts a shell that waits for one command, and then for its input. */
async function startShell(command: string, depth: number): Promise<void> {
  shell = spawn('sh', ['-c', `${command} & wait; read line`], { stdio: ['pipe', 'ignore', 'ignore'] });
  const descendants = (pid: number): number[] => childrenOf(pid).flatMap((child) => [child, ...descendants(child)]);
  await until(() => (started = descendants(shell.pid!)).length === depth);
}

/** Ends a child of the shell, and waits until the shell has its time. */
async function kill(pid: number): Promise<void> {
  process.kill(pid, 'SIGKILL');
  started = started.filter((other) => other !== pid);
  await until(() => childrenOf(shell.pid!).length === 0);
}

afterEach(() => {
  shell.kill('SIGKILL');
  for (const pid of started) process.kill(pid, 'SIGKILL');
});

describe('meterOf', () => {
  it('still reads the time after a child has ended', async () => {
    await startShell('sleep 600', 1);
    const meter = meterOf(shell.pid!);
    expect(meter.cpuSeconds()).toEqual(expect.any(Number));
    await kill(started[0]!);
    expect(meter.cpuSeconds()).toEqual(expect.any(Number));
  });

  it('refuses one reading after a child with children has ended, because their time is lost', async () => {
    await startShell('sh -c "sleep 600 & wait"', 2);
    const meter = meterOf(shell.pid!);
    expect(meter.cpuSeconds()).toEqual(expect.any(Number));
    await kill(started[0]!);
    expect(meter.cpuSeconds()).toBeUndefined();
    expect(meter.cpuSeconds()).toEqual(expect.any(Number));
  });
});
