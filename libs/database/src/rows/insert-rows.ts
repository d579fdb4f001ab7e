import type { ObjectLiteral, ObjectType } from 'typeorm';
import type { Database } from '../database';

/** Limits of one statement. They keep it short, because other queries wait for it. */
const MAX_ROWS = 250;
const MAX_CHARACTERS = 1_000_000;

/**
 * Inserts many rows by few statements, in their order. A property that only some rows have becomes null in the others.
 * @param afterBatch gets the number of rows of each batch once it is inserted; when it throws, the remaining batches are not inserted
 */
export async function insertRows<E extends ObjectLiteral>(
  database: Database,
  entity: ObjectType<E>,
  rows: readonly Partial<E>[],
  afterBatch: (count: number) => void = () => undefined,
): Promise<void> {
  const { tableName, columns } = database.source.getMetadata(entity);
  const given = columns.filter(({ propertyName }) => rows.some((row) => propertyName in row));
  const names = given.map(({ databaseName }) => `"${databaseName}"`).join(', ');
  const sql = `INSERT INTO ${tableName} (${names}) SELECT ${names} FROM json_populate_recordset(NULL::${tableName}, $1::json)`;
  const stored = (row: Partial<E>) =>
    Object.fromEntries(
      given.map(({ databaseName, propertyName }): [string, unknown] => [databaseName, row[propertyName]]),
    );
  for (const batch of batchesOf(rows, stored)) {
    await database.query(sql, [`[${batch.join()}]`]);
    afterBatch(batch.length);
  }
}

function* batchesOf<Row>(rows: readonly Row[], stored: (row: Row) => object): Generator<string[]> {
  let batch: string[] = [];
  let characters = 0;
  for (const row of rows) {
    const text = JSON.stringify(stored(row));
    if (batch.length === MAX_ROWS || (batch.length > 0 && characters + text.length > MAX_CHARACTERS)) {
      yield batch;
      [batch, characters] = [[], 0];
    }
    batch.push(text);
    characters += text.length;
  }
  if (batch.length > 0) yield batch;
}
