import { errorCode } from '@almanac/process';
import { execFile } from 'node:child_process';
import { chown, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** User `nobody` on Linux: it exists everywhere and owns nothing. */
const NOBODY = 65_534;
/** `setpriv` belongs to util-linux, which nearly every Linux has. */
const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups', '--'];

export const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * For root: writes a script that runs the browser as user `nobody`, which becomes the owner of `home`. Code that escapes from
 * a browser of root would own the machine.
 * @returns the path of the script
 * @throws Error with advice when this machine cannot run it so
 */
export async function asNobody(executable: string, home: string): Promise<string> {
  const [setpriv = '', ...options] = AS_NOBODY;
  await run(setpriv, [...options, 'test', '-x', executable]).catch((cause: unknown) => {
    const reason =
      errorCode(cause) === 'ENOENT'
        ? 'the program setpriv (of util-linux) is missing'
        : `the user nobody cannot run ${executable}; a folder on the way to it is closed`;
    throw new Error(`The browser never runs as root, and ${reason}. Start the service as another user.`, { cause });
  });
  const wrapper = path.join(home, 'chromium.sh');
  await writeFile(wrapper, `#!/bin/sh\nexec ${AS_NOBODY.join(' ')} ${quoted(executable)} "$@"\n`, { mode: 0o755 });
  for (const name of await readdir(home))
    if (path.join(home, name) !== wrapper) await chown(path.join(home, name), NOBODY, NOBODY);
  await chown(home, NOBODY, NOBODY);
  return wrapper;
}

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
