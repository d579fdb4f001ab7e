import { BackupError } from './backup-error';

/** One table of a database. Its rows are the part `<database>/tables/<name>`, as text that COPY wrote, compressed. */
export interface TableRecord {
  /** With its schema, e.g. `public.pages`. */
  name: string;
  columns: string[];
  rows: number;
}

export interface DatabaseRecord {
  /** Moment of the snapshot, by the clock of the database. */
  takenAt: string;
  /** Version of PostgreSQL. */
  server: string;
  migrations: string[];
  tables: TableRecord[];
  sequences: { name: string; value: string }[];
  /** `missing` counts files that the database names although the store did not have them; some of them are listed. */
  files: { count: number; bytes: number; missing: number; someMissing: string[] };
}

/** Written last: a backup without a manifest is incomplete. */
export interface Manifest {
  format: 1;
  name: string;
  /** Version of the program. */
  version: string;
  finishedAt: string;
  /** Public key of the encryption; null when the parts are not encrypted. */
  recipient: string | null;
  /** The part `parts` lists all other parts. */
  parts: PartRecord;
  databases: Record<string, DatabaseRecord>;
}

/** The bytes of a part as they are stored. */
export interface PartRecord {
  part: string;
  bytes: number;
  sha256: string;
}

/** One file of a store, and the part with its bytes. */
export interface FileRecord {
  key: string;
  part: string;
}

/** @throws BackupError unless the text is a manifest that this program can read */
export function parseManifest(name: string, text: string): Manifest {
  const found: unknown = parsed(text);
  if (isManifest(found)) return found;
  const format: unknown = typeof found === 'object' && found !== null && 'format' in found ? found.format : undefined;
  throw new BackupError(
    typeof format === 'number' && format > 1
      ? `The backup ${name} was made by a newer version. Use that version to read it.`
      : `The manifest of the backup ${name} is damaged. Use another backup.`,
  );
}

/** One JSON object per line. @throws BackupError for a line that is no such record */
export async function* recordsIn<T>(lines: AsyncIterable<string>, isRecord: (found: unknown) => found is T) {
  for await (const line of lines) {
    const found: unknown = parsed(line);
    if (!isRecord(found))
      throw new BackupError(`A list of the backup is damaged at ${JSON.stringify(line.slice(0, 80))}.`);
    yield found;
  }
}

export const isPartRecord = (found: unknown): found is PartRecord =>
  hasTexts(found, ['part', 'sha256']) && 'bytes' in found && typeof found.bytes === 'number';

export const isFileRecord = (found: unknown): found is FileRecord => hasTexts(found, ['key', 'part']);

function isManifest(found: unknown): found is Manifest {
  if (!hasTexts(found, ['name', 'version', 'finishedAt'])) return false;
  if (!('format' in found) || found.format !== 1 || !('parts' in found) || !isPartRecord(found.parts)) return false;
  if (!('recipient' in found) || (found.recipient !== null && typeof found.recipient !== 'string')) return false;
  if (!('databases' in found) || typeof found.databases !== 'object' || found.databases === null) return false;
  return Object.values(found.databases).every(isDatabase);
}

const isDatabase = (found: unknown): boolean =>
  hasTexts(found, ['takenAt', 'server']) &&
  ['migrations', 'tables', 'sequences'].every((name) => Array.isArray(Reflect.get(found, name))) &&
  'files' in found;

function hasTexts(found: unknown, names: readonly string[]): found is object {
  return (
    typeof found === 'object' && found !== null && names.every((name) => typeof Reflect.get(found, name) === 'string')
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
