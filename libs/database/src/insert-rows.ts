import type { Database } from './database';

/** A table and its columns with their types, in the words of PostgreSQL. */
export interface RowShape {
  table: string;
  columns: Readonly<Record<string, string>>;
}

/** No statement takes longer than so many rows, or so many characters, need: what waits for it waits briefly. */
const MAX_ROWS = 250;
const MAX_CHARACTERS = 1_000_000;

/**
 * Inserts many rows by few statements, in their order. Members of a row are named like the columns; those that are absent are null.
 * @param afterBatch is told how many rows came in since the last time; the rest stays out when it throws
 */
export async function insertRows(
  database: Database,
  { table, columns }: RowShape,
  rows: readonly object[],
  afterBatch: (count: number) => void = () => undefined,
): Promise<void> {
  const names = Object.keys(columns).map(quoted).join(', ');
  const types = Object.entries(columns).map(([name, type]) => `${quoted(name)} ${type}`).join(', '); // prettier-ignore
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
