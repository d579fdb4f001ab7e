import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

const git = (...args: string[]): string => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();

/** The commit before the newest migration; undefined when this clone does not contain it. */
export function previousRelease(): string | undefined {
  try {
    const newest = git('log', '-1', '--diff-filter=A', '--format=%H', '--', 'apps/*/src/migrations/[0-9]*.ts');
    return git('rev-parse', '--verify', `${newest}^`);
  } catch {
    return undefined;
  }
}

/** Writes the sources of a commit into a folder. They run with the packages of this checkout. */
export function extract(commit: string, folder: string): void {
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 1_000_000_000 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
}
