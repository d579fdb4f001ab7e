import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { runningProcess } from './running-process';

/**
 * A folder for temporary files of this process alone, which goes with it. What killed processes of this machine left behind is removed when
 * the folder is made; a name says machine, process and start, so that nobody's folder is taken for that of a dead one.
 * @param kind e.g. `almanac-uploads`
 */
export function temporaryFolder(kind: string, parent = tmpdir()): string {
  // Containers may share a folder and know nothing of each other's processes.
  const ofThisMachine = `${kind}-${shortened(hostname())}-`;
  const folder = path.join(parent, `${ofThisMachine}${processName(process.pid) ?? process.pid}`);
  if (existsSync(folder)) return folder;
  // Others may pass, not look: a browser that runs as another user has its home below.
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const name of readdirSync(parent)) if (name.startsWith(ofThisMachine)) removeIfDead(parent, name, name.slice(ofThisMachine.length));
  return folder;
}

/** Number and start: the number alone soon belongs to another process. */
function processName(pid: number): string | undefined {
  const running = runningProcess(pid);
  return running && `${pid}-${shortened(running.startedAt)}`;
}

function removeIfDead(parent: string, name: string, owner: string): void {
  if (!/^\d+-[0-9a-f]+$/.test(owner) || processName(Number.parseInt(owner, 10)) === owner) return;
  try {
    rmSync(path.join(parent, name), { recursive: true, force: true });
  } catch {
    // It is another user's, who will remove it.
  }
}

const shortened = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);
