import { runningProcess } from '@almanac/runtime';
import { type ChildProcess, spawn, type SpawnOptions } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const repository = path.resolve(__dirname, '../../../..');

/** A new temporary folder that every user may enter: PostgreSQL's user must, when the tests run as root. */
export function scratchFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'almanac-test-'));
  chmodSync(folder, 0o755);
  return folder;
}

interface OwnerReport {
  readonly url?: string;
  readonly name?: string;
  readonly message?: string;
}

/** Runs owner.ts on a data folder in a process of its own, with its arguments; `report` is its output. */
export async function spawnOwner(
  dataDir: string,
  options: SpawnOptions = {},
  args: readonly string[] = [],
): Promise<{ owner: ChildProcess; report: OwnerReport }> {
  const command = [
    '--require',
    path.join(repository, 'tools/typescript.cjs'),
    path.join(__dirname, 'owner.ts'),
    dataDir,
  ];
  const owner = spawn(process.execPath, [...command, ...args], {
    ...options,
    cwd: repository,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line]: unknown[] = await once(createInterface(owner.stdout), 'line');
  const said: unknown = JSON.parse(String(line));
  if (typeof said !== 'object' || said === null) throw new Error(`the owner said ${String(line)}`);
  return { owner, report: Object.fromEntries(Object.entries(said).map(([name, value]) => [name, String(value)])) };
}

export async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

export function postmasterPid(cluster: string): number {
  return Number(readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]);
}

export async function gone(pid: number): Promise<void> {
  while (runningProcess(pid)) await sleep(20);
}

/** Runs one statement and gives its rows. */
export async function sql(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
