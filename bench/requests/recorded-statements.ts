import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Database } from '@almanac/database';
import type { BindConfig, Connection, Pool, PoolClient } from 'pg';
import { readCalendarSettings } from '../../apps/calendar-service/src/config';
import { createCalendarApp } from '../../apps/calendar-service/src/start';
import { readContentSettings } from '../../apps/content-service/src/config';
import { createContentApp } from '../../apps/content-service/src/start';
import { COMMIT } from './commits';
import type { RequestCase } from './cases';
import type { RunningBuild } from './running-build';

export interface Statement {
  text: string;
  values: (string | null)[];
}

const REQUESTS = 4;

/** Returns the statements of one request of each case, which the bare server then repeats. */
export async function recordStatements(
  build: RunningBuild,
  cases: readonly RequestCase[],
): Promise<Map<string, Statement[]>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'almanac-recorded-'));
  mkdirSync(path.join(folder, 'files'));
  const env = {
    DATABASE_URL: build.databaseUrl('content'),
    CALENDAR_DATABASE_URL: build.databaseUrl('calendar'),
    CONTENT_URL: build.url,
    STORAGE_URL: pathToFileURL(path.join(folder, 'files')).href,
    SERVICE_SECRET: 'a secret between the services of a benchmark',
    RUN_JOBS: 'false',
    LOG_LEVEL: 'error',
    // Prepared statements send their text only once.
    DATABASE_PREPARED_STATEMENTS: 'false',
  };
  const create = {
    content: () => createContentApp(readContentSettings(env)),
    calendar: () => createCalendarApp(readCalendarSettings(env)),
  };
  const recorded = new Map<string, Statement[]>();
  try {
    // One after the other, so that periodic tasks of the other service are not recorded.
    for (const service of ['content', 'calendar'] as const) {
      const app = await create[service]();
      const { pool } = app.get(Database);
      if (pool) record(pool);
      await app.listen(0, '127.0.0.1');
      const url = await app.getUrl();
      for (const one of cases.filter((other) => other.hasLimit && other.service === service))
        recorded.set(
          one.name,
          await statementsOf(app.get(Database), `${url}${one.request(() => 0, build).path}`, service, build),
        );
      await app.close();
    }
    return recorded;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The fewest of several requests: the first fills caches, and a periodic task may run during another. */
async function statementsOf(
  database: Database,
  target: string,
  service: RequestCase['service'],
  { token }: RunningBuild,
): Promise<Statement[]> {
  // Calendar reads need no token.
  const headers = service === 'content' ? { authorization: `Token ${token}` } : {};
  const found: Statement[][] = [];
  for (let n = 0; n < REQUESTS; n += 1) {
    // Otherwise the service repeats its first answer.
    await database.query(COMMIT);
    statements = [];
    const answer = await fetch(target, { headers });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`GET ${target} answers ${answer.status}`);
    found.push(statements);
  }
  return found.reduce((fewest, other) => (other.length < fewest.length ? other : fewest));
}

let statements: Statement[] = [];

/** Notes the statements with parameters of all connections of a pool. */
function record(pool: Pool): void {
  const recorded = new WeakSet<Connection>();
  pool.on('acquire', ({ connection }: PoolClient) => {
    if (recorded.has(connection)) return;
    recorded.add(connection);
    const parse = connection.parse.bind(connection);
    const bind = connection.bind.bind(connection);
    let text = '';
    connection.parse = (statement, more) => {
      text = statement.text;
      parse(statement, more);
    };
    connection.bind = (bound, more) => {
      statements.push({ text, values: bound ? textsOf(bound) : [] });
      bind(bound, more);
    };
  });
}

const textsOf = ({ values = [], valueMapper = (value: unknown) => value }: BindConfig): (string | null)[] =>
  values.map((value, index) => {
    const sent: unknown = valueMapper(value, index);
    if (typeof sent === 'string') return sent;
    return Buffer.isBuffer(sent) ? `\\x${sent.toString('hex')}` : null;
  });
