import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { runningProcess } from './running-process';

/**
 * A folder for temporary files of this process alone, which is removed when the process exits. The first call also removes folders
 * of killed processes. A name holds machine, pid and start, so the folder of a living process is never mistaken for a dead one's.
 * @param kind e.g. `almanac-uploads`
 */
export function temporaryFolder(kind: string, parent = tmpdir()): string {
  // Containers may share a folder, but cannot see each other's processes.
  const ofThisMachine = `${kind}-${shortened(hostname())}-`;
  const folder = path.join(parent, `${ofThisMachine}${processName(process.pid) ?? process.pid}`);
  if (existsSync(folder)) return folder;
  mkdirSync(folder, { recursive: true });
  // Other users may enter, but not list: a browser that runs as another user has its home below.
  chmodSync(folder, 0o711);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(parent))
    if (name.startsWith(ofThisMachine)) removeIfDead(parent, name, name.slice(ofThisMachine.length));
  return folder;
}

/** Pid and start: after its end, another process may get the same pid. */
function processName(pid: number): string | undefined {
  const running = runningProcess(pid);
  return running && `${pid}-${shortened(running.startedAt)}`;
}

function removeIfDead(parent: string, name: string, owner: string): void {
  if (!/^\d+-[0-9a-f]+$/.test(owner) || processName(Number.parseInt(owner, 10)) === owner) return;
  try {
    rmSync(path.join(parent, name), { recursive: true, force: true });
  } catch {
    // It belongs to another user, whose processes remove it.
  }
}

const shortened = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
