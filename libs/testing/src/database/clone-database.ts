import { randomBytes } from 'node:crypto';
import { type Client, escapeLiteral } from 'pg';
import { withClient } from './with-client';

/** Environment variable with the URL of PostgreSQL, for the test files. */
export const POSTGRES_URL = 'ALMANAC_TEST_POSTGRES_URL';

/** URL of a pooler in front of that server, through which the tested programs then connect. */
const POOLER = 'TEST_POOLER_URL';

const TEMPLATE_LOCK = 7_240_553;

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

/**
 * A migrated database for one test file.
 * @param name of the schema, e.g. `content`; its template is created once per run
 * @param migrate migrates the empty database at the given URL
 */
export async function cloneDatabase(name: string, migrate: (url: string) => Promise<void>): Promise<TestDatabase> {
  const server = process.env[POSTGRES_URL];
  if (server === undefined) throw new Error('the tests were started without their global setup');
  const clone = `test_${name}_${randomBytes(6).toString('hex')}`;
  await withClient(server, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [TEMPLATE_LOCK]);
    await ensureTemplate(client, server, name, migrate);
    // Copies files instead of logging each block, which is twice as fast for a template that nothing writes to.
    await client.query(`CREATE DATABASE ${clone} TEMPLATE template_${name} STRATEGY FILE_COPY`);
    await copySettings(client, `template_${name}`, clone);
  });
  const drop = () =>
    withClient(server, async (client) => {
      await client.query(`DROP DATABASE ${clone} WITH (FORCE)`);
    });
  return { url: addressOf(process.env[POOLER] ?? server, clone), drop };
}

async function ensureTemplate(
  client: Client,
  server: string,
  name: string,
  migrate: (url: string) => Promise<void>,
): Promise<void> {
  const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [`template_${name}`]);
  if (rowCount) return;
  // Under another name until it is complete, so that a failed migration leaves no incomplete template.
  const draft = `draft_${name}_${randomBytes(4).toString('hex')}`;
  await client.query(`CREATE DATABASE ${draft}`);
  await migrate(addressOf(server, draft));
  await client.query(`ALTER DATABASE ${draft} RENAME TO template_${name}`);
}

/** A clone gets the content of its template, but not the settings of `ALTER DATABASE … SET`. */
async function copySettings(client: Client, from: string, to: string): Promise<void> {
  const { rows } = await client.query<{ setting: string }>(
    `SELECT unnest(setconfig) AS setting FROM pg_db_role_setting JOIN pg_database ON pg_database.oid = setdatabase WHERE setrole = 0 AND datname = $1`,
    [from],
  );
  for (const { setting } of rows) {
    const [name = '', ...value] = setting.split('=');
    await client.query(`ALTER DATABASE ${to} SET ${name} = ${escapeLiteral(value.join('='))}`);
  }
}

function addressOf(server: string, database: string): string {
  const url = new URL(server);
  url.pathname = `/${database}`;
  return url.href;
}
