import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';

/** Facts about a cluster that are needed before it runs; stored in `server.json` of the data folder. */
export interface ServerNotes {
  readonly password: string;
  /** The last port of the server. It is reused, so that programs which survive a restart of the server find it again. */
  readonly port?: number;
  /** Parent folder of the cluster, when it is not the data folder. */
  readonly place?: string;
  /** Whether the cluster was ever complete. A missing cluster then means lost data, which an empty database must not replace. */
  readonly initialised: boolean;
}

/** The notes in the file, or new ones with a random password when it is absent. @throws EmbeddedPostgresError when it is damaged */
export function readNotes(file: string): ServerNotes {
  if (!existsSync(file)) return { password: randomBytes(24).toString('base64url'), initialised: false };
  const text = explaining(`${file}, which holds the database password, cannot be read`, () =>
    readFileSync(file, 'utf8'),
  );
  return parseNotes(text) ?? fail(file);
}

export function writeNotes(file: string, notes: ServerNotes): void {
  explaining(`The data folder cannot be written (${file})`, () => {
    writeFileSync(`${file}.new`, `${JSON.stringify(notes, null, 2)}\n`, { mode: 0o600 });
    renameSync(`${file}.new`, file);
  });
}

function parseNotes(text: string): ServerNotes | undefined {
  try {
    const found: unknown = JSON.parse(text);
    return isNotes(found) ? found : undefined;
  } catch {
    return undefined;
  }
}

function isNotes(found: unknown): found is ServerNotes {
  if (typeof found !== 'object' || found === null || !('password' in found) || !('initialised' in found)) return false;
  const isPort = !('port' in found) || typeof found.port === 'number';
  const isPlace = !('place' in found) || typeof found.place === 'string';
  return typeof found.password === 'string' && typeof found.initialised === 'boolean' && isPort && isPlace;
}

function fail(file: string): never {
  throw new EmbeddedPostgresError(`${file}, which holds the database password, is damaged; put it back from a backup.`);
}
