import { finished } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Archive } from './archive/archive';
import { fileListPart, filesOf, tablePart } from './archive/parts';
import { BackupError } from './archive/backup-error';

/**
 * Reads all parts of a backup: digests, and with the key also rows and lists.
 * @returns sizes for the operator
 * @throws BackupError naming the faults
 */
export async function verifyBackup(
  archive: Archive,
  hasKey: boolean,
): Promise<{ parts: number; bytes: number; isRead: boolean }> {
  const sum = await archive.checkParts();
  if (archive.isEncrypted && !hasKey) return { ...sum, isRead: false };
  for (const [name, { tables, files }] of Object.entries(archive.manifest.databases)) {
    for (const table of tables) {
      const part = tablePart(name, table.name);
      const rows = await countLines(await archive.read(part, { isText: true }));
      if (rows !== table.rows) throw new BackupError(`The part ${part} has ${rows} rows instead of ${table.rows}.`);
    }
    let count = 0;
    for await (const { part } of filesOf(archive, name)) {
      await finished((await archive.read(part, { isText: false })).resume());
      count += 1;
    }
    if (count !== files.count)
      throw new BackupError(`The part ${fileListPart(name)} has ${count} files instead of ${files.count}.`);
  }
  return { ...sum, isRead: true };
}

/** COPY writes one line for each row. */
async function countLines(content: Readable): Promise<number> {
  let lines = 0;
  const chunks: AsyncIterable<Uint8Array> = content;
  for await (const chunk of chunks) for (const byte of chunk) if (byte === 10) lines += 1;
  return lines;
}
