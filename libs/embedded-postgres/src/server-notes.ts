import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError, explaining } from './embedded-postgres.error';

/** What has to be known about a cluster from outside, kept beside it in `server.json`. */
export interface ServerNotes {
  readonly password: string;
  /** Where the server last listened; programs that outlive a restart of the server find it there again. */
  readonly port?: number;
  /** Folder of the cluster, when that is not the data folder. */
  readonly place?: string;
  /** Whether the cluster was ever complete: if so and it is missing, data was lost and must not be replaced by an empty database. */
  readonly initialised: boolean;
}

/** The notes of the file, or new ones with a fresh password when there is none. */
export function readNotes(file: string): ServerNotes {
  if (!existsSync(file)) return { password: randomBytes(24).toString('base64url'), initialised: false };
  const text = explaining(`${file}, which holds the database password, cannot be read`, () => readFileSync(file, 'utf8'));
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
