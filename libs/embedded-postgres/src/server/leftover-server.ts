import { runningProcess } from '@almanac/runtime';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { probe } from './connecting';
import { EmbeddedPostgresError, explaining } from '../cluster/embedded-postgres.error';

/** Long, because a fast shutdown writes all buffered data to disk. */
const STOP_LIMIT_MS = 60_000;

/**
 * Stops a server that survived a kill of its parent process. The new server is then a child of this process, with our settings.
 * A pid file whose pid now belongs to another program is rewritten; that program is left alone.
 * @throws EmbeddedPostgresError when the server does not stop
 */
export async function stopLeftoverServer(
  cluster: string,
  password: string,
  log: (line: string) => void,
): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  // Lines of postmaster.pid: process, data folder, start time, port, …
  const lines = explaining(`The data folder ${cluster} cannot be read`, () => readFileSync(file, 'utf8')).split('\n');
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  const running = runningProcess(pid);
  // PostgreSQL itself cleans up after a dead server, and checks that none of its children is left.
  if (!running) return;

  if (running.command.includes(`-D ${cluster} `) || (await answersFor(cluster, port, password))) {
    log(`A PostgreSQL server (process ${pid}) outlived the program that started it: it is stopped and started afresh.`);
    await stop(pid, running.startedAt);
    return;
  }
  // PostgreSQL takes any living process with that pid for a server, except its own parent, which is this process. The file must
  // stay, because PostgreSQL needs it to find children of the dead server.
  writeFileSync(file, [String(process.pid), ...lines.slice(1)].join('\n'));
}

/** A folder that was moved while its server ran counts as the same folder. A copy does not, because its original still exists. */
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
  throw new EmbeddedPostgresError(
    `A PostgreSQL server (process ${pid}) that was left running does not stop; stop it by hand.`,
  );
}
