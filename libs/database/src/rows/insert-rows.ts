import type { Database } from '../database';

/** A table and its columns with their PostgreSQL types. */
export interface RowShape {
  table: string;
  columns: Readonly<Record<string, string>>;
}

/** Limits of one statement. They keep it short, because other queries wait for it. */
const MAX_ROWS = 250;
const MAX_CHARACTERS = 1_000_000;

/**
 * Inserts many rows by few statements, in their order. Properties of a row are named like the columns; absent ones become null.
 * @param afterBatch gets the number of rows of each batch once it is inserted; when it throws, the remaining batches are not inserted
 */
export async function insertRows(
  database: Database,
  { table, columns }: RowShape,
  rows: readonly object[],
  afterBatch: (count: number) => void = () => undefined,
): Promise<void> {
  const names = Object.keys(columns).map(quoted).join(', ');
  const types = Object.entries(columns)
    .map(([name, type]) => `${quoted(name)} ${type}`)
    .join(', ');
  const sql = `INSERT INTO ${table} (${names}) SELECT ${names} FROM json_to_recordset($1::json) AS given (${types})`;
  for (const batch of batchesOf(rows)) {
    await database.query(sql, [`[${batch.join()}]`]);
    afterBatch(batch.length);
  }
}

function* batchesOf(rows: readonly object[]): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(row);
    if (batch.length === MAX_ROWS || (batch.length > 0 && characters + text.length > MAX_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}

const quoted = (name: string): string => `"${name}"`;
