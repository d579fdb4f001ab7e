import type { DataSource, QueryRunner } from 'typeorm';

/** Statements that hold up callers of the running version, or take away something that it uses. The table is the first group. */
const UNSAFE: readonly (readonly [RegExp, string])[] = [
  [/^CREATE (?:UNIQUE )?INDEX (?!CONCURRENTLY).*? ON (?:ONLY )?(\S+)/i, 'create the index with CONCURRENTLY'],
  [/^DROP INDEX (?!CONCURRENTLY)()/i, 'drop the index with CONCURRENTLY'],
  [/^(?:UPDATE|DELETE FROM|INSERT INTO) (\S+)/i, 'fill rows in batches, by a job'],
  [
    /^ALTER TABLE (\S+) .*\bADD CONSTRAINT\b(?!.*\bNOT VALID\b)/i,
    'add the constraint with NOT VALID and validate it later',
  ],
  [/^ALTER TABLE (\S+) .*\b(?:SET NOT NULL|TYPE )/i, 'do not rewrite or scan a table under its lock'],
  [
    /^ALTER TABLE (\S+) .*\bADD COLUMN\b.*\bDEFAULT (?:gen_random_uuid|nextval|pg_current_xact_id|clock_timestamp|random)/i,
    'set the default after the column was added',
  ],
  [
    /^ALTER TABLE (\S+) .*\bADD COLUMN\b.*\bNOT NULL\b(?!.*\bDEFAULT\b)/i,
    'the running version does not know the column: give it a default',
  ],
  [/^(?:ALTER TABLE (\S+) .*\b(?:DROP COLUMN|RENAME)\b|DROP TABLE (\S+))/i, 'the running version still uses it'],
];

/**
 * Runs all pending migrations on an empty database and finds steps that would disturb the previous version, which still serves.
 * Tables that the same migration creates are free. So are indexes on a column that it adds, because the column has no values yet.
 * @param exempt names of migrations that run on empty databases only
 */
export async function unsafeMigrations(source: DataSource, exempt: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  const runner = source.createQueryRunner();
  for (const migration of source.migrations) {
    const statements: string[] = [];
    await migration.up(recording(runner, statements));
    const name = migration.name ?? migration.constructor.name;
    if (statements.length === 0) faults.push(`${name}: no statements were seen`);
    if (!exempt.includes(name)) faults.push(...unsafeStatements(statements).map((fault) => `${name}: ${fault}`));
  }
  await runner.release();
  return faults;
}

/** The faults of the statements of one migration. */
export function unsafeStatements(texts: readonly string[]): string[] {
  const statements = texts.flatMap(statementsIn);
  const created = statements.flatMap(
    (one) => /^CREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\S+)/i.exec(one)?.[1] ?? [],
  );
  const added = statements.flatMap((one) => {
    const [, table, column] = /^ALTER TABLE (\S+) ADD COLUMN (\w+)(?!.*\bDEFAULT\b)/i.exec(one) ?? [];
    return table && column ? [`ON ${table} (${column}) WHERE ${column} IS NOT NULL`] : [];
  });
  const checked = statements.filter((one) => !added.some((values) => one.endsWith(values)));
  return checked.flatMap((statement) =>
    UNSAFE.flatMap(([pattern, advice]) => {
      const found = pattern.exec(statement);
      const table = found?.slice(1).find((group) => group) ?? '';
      return found && !created.includes(table) ? [`${statement.slice(0, 100)} (${advice})`] : [];
    }),
  );
}

/** Bodies of functions run later and comments not at all, so both are left out. */
const statementsIn = (text: string): string[] =>
  text
    .replaceAll(/\$(\w*)\$.*?\$\1\$/gs, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '');

function recording(runner: QueryRunner, statements: string[]): QueryRunner {
  return new Proxy(runner, {
    get(target, name, receiver) {
      if (name !== 'query') return Reflect.get(target, name, receiver) as unknown;
      return (sql: string, parameters?: unknown[]) => {
        statements.push(sql);
        return target.query(sql, parameters);
      };
    },
  });
}
