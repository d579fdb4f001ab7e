import type { DataSource } from 'typeorm';
import type { ColumnMetadata } from 'typeorm/metadata/ColumnMetadata';

/** TypeORM's own table. */
const WITHOUT_ENTITY = ['migrations'];

/** All columns of our tables, as `pages.draft: boolean NOT NULL`. */
const STORED = `
  SELECT format('%s.%s: %s%s', tables.relname, attname, format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN ' NOT NULL' END) AS column
  FROM pg_attribute JOIN pg_class tables ON tables.oid = attrelid
  WHERE tables.relnamespace = 'public'::regnamespace AND tables.relkind = 'r' AND tables.relname <> ALL ($1) AND attnum > 0 AND NOT attisdropped`;

/**
 * Compares the tables and columns of a database with the entities: names, types, and whether they may be null. Keys, checks, indexes and
 * computed defaults exist only in the migrations.
 * @returns the differences, e.g. `- pages.draft: boolean NOT NULL` for a column that only the database has, and `+` for one of an entity only
 */
export async function unlikeEntities(source: DataSource): Promise<string[]> {
  const stored = (await source.query<{ column: string }[]>(STORED, [WITHOUT_ENTITY])).map(({ column }) => column);
  const declared = source.entityMetadatas.flatMap(({ tableName, columns }) =>
    columns.map((column) => `${tableName}.${described(source, column)}`),
  );
  return [
    ...stored.filter((column) => !declared.includes(column)).map((column) => `- ${column}`),
    ...declared.filter((column) => !stored.includes(column)).map((column) => `+ ${column}`),
  ].sort((a, b) => a.slice(2).localeCompare(b.slice(2)));
}

/** As PostgreSQL prints it: `timestamp(3) with time zone` has the precision in the middle. */
function described(source: DataSource, column: ColumnMetadata): string {
  const { databaseName, length, precision, scale, isArray, isNullable } = column;
  const size = length || [precision, scale].filter((value) => value !== undefined && value !== null).join();
  const [word = '', ...rest] = source.driver.normalizeType(column).split(/ (?=with)/);
  const type = [size ? `${word}(${size})` : word, ...rest].join(' ');
  return `${databaseName}: ${type}${isArray ? '[]' : ''}${isNullable ? '' : ' NOT NULL'}`;
}
