import { Client } from 'pg';

/** A connection without the time-outs of requests, in a transaction that begins with `begin`. */
export async function connectFor(url: string, begin: string): Promise<Client> {
  const client = new Client({ connectionString: url, application_name: 'almanac backup', keepAlive: true });
  // The running statement fails too, and that failure is reported.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(begin);
  await client.query(`SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0`);
  // The texts of COPY depend on these.
  await client.query(
    `SET LOCAL client_encoding = 'UTF8'; SET LOCAL datestyle = 'ISO, MDY'; SET LOCAL intervalstyle = 'postgres'`,
  );
  await client.query(`SET LOCAL timezone = 'UTC'; SET LOCAL extra_float_digits = 1; SET LOCAL bytea_output = 'hex'`);
  return client;
}
