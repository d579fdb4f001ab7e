import { chmodSync, chownSync, lchownSync, readdirSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

/** The user that runs the server, for `spawn`; empty for the user of this process. */
export interface ServerAccount {
  readonly uid?: number;
  readonly gid?: number;
}

/** User `nobody` on Linux: it exists everywhere and owns nothing, so no user has to be created. */
const NOBODY = 65_534;

/** PostgreSQL refuses to run as root. For root, an existing cluster is served by its owner, a new one by user `nobody`. */
export function serverAccount(cluster: string): ServerAccount {
  if (process.getuid?.() !== 0) return {};
  const owner = statSync(cluster, { throwIfNoEntry: false });
  return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : { uid: NOBODY, gid: NOBODY };
}

/** Makes the server's account the owner of a cluster that root copied or unpacked (a restored backup). */
export function changeOwner(cluster: string, { uid, gid }: ServerAccount): void {
  if (uid === undefined || gid === undefined || statSync(cluster).uid === uid) return;
  for (const entry of readdirSync(cluster, { recursive: true, withFileTypes: true }))
    lchownSync(path.join(entry.parentPath, entry.name), uid, gid);
  lchownSync(cluster, uid, gid);
  // PostgreSQL requires this mode, and copying often loses it.
  chmodSync(cluster, 0o700);
}

/** The topmost folder on the path to `folder`, including it, that the account may not enter; undefined when there is none. */
export function blockingFolder(folder: string, account: ServerAccount): string | undefined {
  const parents: string[] = [];
  for (let at = path.resolve(folder); ; at = path.dirname(at)) {
    parents.unshift(at);
    if (at === path.dirname(at)) break;
  }
  return parents.find((parent) => !isAllowed(account, parent, 0o1));
}

/**
 * For root: lets the server of a data folder pass through a folder above it that is closed to other users.
 * @param folder above `dataDir`, of the same owner as this program
 */
export function grantServerTraversal(folder: string, dataDir: string): void {
  const account = serverAccount(path.join(dataDir, 'cluster'));
  if (blockingFolder(folder, account) === path.resolve(folder)) grantTraversal(folder, account);
}

/** Gives the folder the account's group, so that others stay out. The account may pass, but neither list nor change the folder. */
export function grantTraversal(folder: string, account: ServerAccount): void {
  if (account.gid === undefined || isAllowed(account, folder, 0o1)) return;
  const { uid, mode } = statSync(folder);
  chownSync(folder, uid, account.gid);
  chmodSync(folder, (mode & 0o707) | 0o010);
}

export function canRead(file: string, account: ServerAccount): boolean {
  return blockingFolder(path.dirname(file), account) === undefined && isAllowed(account, file, 0o4);
}

function isAllowed({ uid, gid }: ServerAccount, file: string, right: number): boolean {
  if (uid === undefined) return true;
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && (bitsFor(found, uid, gid) & right) !== 0;
}

/** As in the kernel, only the first matching class of owner, group and others counts. */
function bitsFor({ mode, ...owner }: Stats, uid: number, gid: number | undefined): number {
  if (owner.uid === uid) return mode >> 6;
  return owner.gid === gid ? mode >> 3 : mode;
}
