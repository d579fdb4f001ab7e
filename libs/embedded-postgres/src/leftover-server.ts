import { runningProcess } from '@almanac/process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { probe } from './connecting';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';

/** A fast shutdown writes what is in memory to disk; nobody should lose data because that took a while. */
const STOP_LIMIT_MS = 60_000;

/**
 * Deals with the server that survives when our process is killed outright: it is ended properly, so that the new one is a child of ours
 * with our settings. A pid file whose number now belongs to another program is made harmless; that program is left alone.
 */
export async function endLeftoverServer(cluster: string, password: string, log: (line: string) => void): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  // Lines of postmaster.pid: process, data folder, start time, port, …
  const lines = explaining(`The data folder ${cluster} cannot be read`, () => readFileSync(file, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const running = runningProcess(pid);
  // PostgreSQL clears up after a dead server by itself, and makes sure that none of its children is left.
  if (!running) return;

  if (running.command.includes(`-D ${cluster} `) || (await answersFor(cluster, port, password))) {
    log(`A PostgreSQL server (process ${pid}) outlived the program that started it: it is stopped and started afresh.`);
    await stop(pid, running.startedAt);
    return;
  }
  // PostgreSQL takes any living process of that number for a server, but never its own parent, which is us. Removing the file
  // instead would also remove what it needs to look for children of the dead server.
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'));
}

/** A folder that was moved while its server ran counts as the same; a copy, whose original still exists, does not. */
async function answersFor(cluster: string, port: number, password: string): Promise<boolean> {
  if (!Number.isInteger(port) || port <= 0) return false;
  const answer = await probe({ port, password });
  return 'cluster' in answer && (answer.cluster === cluster || !existsSync(answer.cluster));
}

async function stop(pid: number, startedAt: string): Promise<void> {
  process.kill(pid, 'SIGINT');
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (Date.now() < deadline) {
    if (runningProcess(pid)?.startedAt !== startedAt) return;
    await sleep(50);
  }
  throw new EmbeddedPostgresError(`A PostgreSQL server (process ${pid}) that was left running does not stop; stop it by hand.`);
}
