import { Client } from 'pg';
import type { Installation } from './installation';
import type { Acknowledged, Service } from './load';

const RECORDS: Record<Service, string> = {
  content: `SELECT id, name FROM books WHERE name LIKE 'Load %'`,
  calendar: `SELECT id, title AS name FROM events WHERE title LIKE 'Load %'`,
};

interface LedgerFaults {
  /** Acknowledged records that are missing or have another name. */
  lost: number;
  /** Requests that created more than one record. */
  doubled: number;
}

/** Compares the acknowledged records with the databases. */
export async function checkLedger(
  { databaseUrls }: Installation,
  acknowledged: readonly Acknowledged[],
): Promise<LedgerFaults> {
  const faults = { lost: 0, doubled: 0 };
  for (const service of ['content', 'calendar'] as const) {
    const stored = await readRecords(databaseUrls[service], RECORDS[service]);
    const names = new Map(stored.map(({ id, name }) => [Number(id), name]));
    const expected = acknowledged.filter((one) => one.service === service);
    faults.lost += expected.filter(({ id, name }) => names.get(id) !== name).length;
    faults.doubled += stored.length - new Set(stored.map(({ name }) => name)).size;
  }
  return faults;
}

async function readRecords(url: string, sql: string): Promise<{ id: string; name: string }[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ id: string; name: string }>(sql)).rows;
  } finally {
    await client.end();
  }
}
