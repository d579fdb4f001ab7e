import type { Archive } from './archive';
import { linesOf } from './lines';
import { type FileRecord, isFileRecord, recordsIn } from './manifest';

/** The part with the rows of a table. */
export const tablePart = (database: string, table: string): string => `${database}/tables/${table.replaceAll('"', '')}`;

/** The part that lists the files of a database. */
export const fileListPart = (database: string): string => `${database}/files/list`;

/** Parts of a folder have numbers that differ in this many digits. */
const DIGITS_IN_FOLDER = 3;

/** The part with a file. */
export function filePart(database: string, number: number): string {
  const digits = String(number).padStart(9, '0');
  return `${database}/files/${digits.slice(0, -DIGITS_IN_FOLDER)}/${digits}`;
}

/** The files of a database. */
export async function* filesOf(archive: Archive, database: string): AsyncGenerator<FileRecord> {
  yield* recordsIn(linesOf(await archive.read(fileListPart(database), { isText: true })), isFileRecord);
}
