import { escapeIdentifier, escapeLiteral } from 'pg';
import type { DataSource } from 'typeorm';
import { serverCodeOf } from './failures';

/**
 * Every session on a service's database starts with these settings (decision 23). They belong to the database because a pooler
 * refuses them as start-up parameters, and shares one session between many callers.
 */
export const SESSION_DEFAULTS = {
  // With JIT, one save of a page compiles two hundred functions: seventy times the work of just running them.
  jit: 'off',
  // Text made from timestamps in SQL must not depend on the server's zone.
  TimeZone: 'UTC',
  // Milliseconds. One slow or waiting caller must not keep a connection from the others.
  statement_timeout: '8000',
  lock_timeout: '5000',
  idle_in_transaction_session_timeout: '30000',
} as const;

/** Only the owner of a database may `ALTER DATABASE`. */
const NOT_THE_OWNER = '42501';

/**
 * Makes `SESSION_DEFAULTS` the database's own settings; only later sessions have them. A setting that is already right is
 * left alone, so another role than the owner can migrate once the owner has set them.
 * @throws Error with the statements for the owner, when this role may not run them
 */
export async function ensureSessionDefaults(source: DataSource): Promise<void> {
  const current = await source.query<{ name: string; value: string }[]>(
    'SELECT name, reset_val AS value FROM pg_settings WHERE name = ANY($1)',
    [Object.keys(SESSION_DEFAULTS)],
  );
  const wrong = Object.entries(SESSION_DEFAULTS).filter(
    ([name, wanted]) => !current.some((setting) => setting.name === name && setting.value === wanted),
  );
  if (wrong.length === 0) return;
  const [row] = await source.query<{ name: string }[]>('SELECT current_database() AS name');
  const database = escapeIdentifier(row?.name ?? '');
  const statements = wrong.map(([name, value]) => `ALTER DATABASE ${database} SET ${name} = ${escapeLiteral(value)};`);
  try {
    for (const statement of statements) await source.query(statement);
  } catch (failure) {
    if (serverCodeOf(failure) !== NOT_THE_OWNER) throw failure;
    const advice = `Let the owner of the database run these statements, then migrate again:\n${statements.join('\n')}`;
    throw new Error(`This role may not change the settings of its database. ${advice}`, { cause: failure });
  }
}
