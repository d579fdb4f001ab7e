import { errorCode } from '@almanac/runtime';
import { Client } from 'pg';
import { SUPERUSER } from '../cluster/initialise';

export const HOST = '127.0.0.1';

interface Address {
  readonly port: number;
  readonly password: string;
}

/** Runs `work` as the superuser on a new connection, which is closed afterwards. */
export async function connected<T>({ port, password }: Address, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    host: HOST,
    port,
    user: SUPERUSER,
    password,
    database: 'postgres',
    connectionTimeoutMillis: 2_000,
  });
  // A stopping server closes the connection. A running statement reports that; an idle client must not throw.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** @returns the data folder of the server that accepts our password, else the error code of PostgreSQL or the system */
export async function probe(address: Address): Promise<{ cluster: string } | { code: string }> {
  try {
    const { rows } = await connected(address, (client) =>
      client.query<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`),
    );
    return { cluster: rows[0]?.folder ?? '' };
  } catch (error) {
    return { code: errorCode(error) ?? 'NO_ANSWER' };
  }
}
