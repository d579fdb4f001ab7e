import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Archive } from '../archive/archive';
import type { DatabaseRecord } from '../archive/manifest';
import { tablePart } from '../archive/parts';
import { BackupError } from '../archive/backup-error';
import { connectFor } from './connection';
import type { Service } from './services';
import { FOREIGN_KEYS, TABLES } from './tables';

/**
 * Fills the tables of a migrated database in one transaction. Triggers do not run: the backup has their results. Foreign keys are
 * created anew afterwards, which checks every reference.
 */
export async function loadDatabase(service: Service, archive: Archive, record: DatabaseRecord): Promise<void> {
  const client = await connectFor(service.url, 'BEGIN');
  try {
    await requireTables(client, service, record);
    const names = record.tables.map(({ name }) => name);
    const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(FOREIGN_KEYS);
    for (const { table, name } of keys) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
    for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
    await client.query(`TRUNCATE ${names.join(', ')}`);
    for (const { name, columns, rows } of record.tables) {
      const part = tablePart(service.name, name);
      const target = client.query(copyFrom(`COPY ${name} (${columns.join(', ')}) FROM STDIN`));
      await pipeline(await archive.read(part, { isText: true }), target);
      if (target.rowCount !== rows)
        throw new BackupError(`The part ${part} has ${target.rowCount} rows instead of ${rows}.`);
    }
    for (const { name, value } of record.sequences) await client.query('SELECT setval($1, $2)', [name, value]);
    for (const { table, name, definition } of keys)
      await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
    for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
    await client.query('COMMIT');
    // The planner knows nothing about the new rows yet.
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function requireTables(client: Client, service: Service, record: DatabaseRecord): Promise<void> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(TABLES);
  const columnsOf = new Map(rows.map(({ name, columns }) => [name, columns]));
  const faults = record.tables.flatMap(({ name, columns }) => {
    const found = columnsOf.get(name);
    if (!found) return [name];
    return columns.filter((column) => !found.includes(column)).map((column) => `${name}.${column}`);
  });
  if (faults.length > 0)
    throw new BackupError(
      `The schema of the ${service.name} database has no ${faults.join(', ')}. Restore with the version that made the backup.`,
    );
}
