import { type Database, selectComputed, sql } from '@almanac/database';
import type { Settings } from '../config';
import { deriveKeys, type Keys, ownerName, seal, tryUnseal } from '../web/sessions/secrets';

const BATCH = 200;

const SEALED_COLUMNS = [
  { table: 'totp_secrets', id: 'user_id', column: 'sealed_secret', purpose: 'second factors', owner: 'user' },
  { table: 'webhooks', id: 'id', column: 'sealed_secret', purpose: 'webhooks', owner: 'webhook' },
  { table: 'webhooks', id: 'id', column: 'former_sealed_secret', purpose: 'webhooks', owner: 'webhook' },
] as const;

interface Outcome {
  resealed: number;
  /** Those that no accepted secret opens. They stay as they are. */
  unreadable: number;
}

/** Encrypts stored secrets with the current `SERVICE_SECRET`, so that former ones can be removed. The service may run meanwhile. */
export async function resealSecrets(
  database: Database,
  { serviceSecret }: Pick<Settings, 'serviceSecret'>,
): Promise<Outcome> {
  const outcome = { resealed: 0, unreadable: 0 };
  for (const sealed of SEALED_COLUMNS) {
    const keys = deriveKeys(serviceSecret, sealed.purpose);
    const { resealed, unreadable } = await resealColumn(database, sealed, keys);
    outcome.resealed += resealed;
    outcome.unreadable += unreadable;
  }
  return outcome;
}

async function resealColumn(
  database: Database,
  { table, id, column, owner }: (typeof SEALED_COLUMNS)[number],
  keys: Keys,
): Promise<Outcome> {
  const outcome = { resealed: 0, unreadable: 0 };
  for (let lastId = 0; ;) {
    const rows = await database.query(
      sql`SELECT ${selectComputed<{ id: number; sealed: Buffer }>({ id, sealed: column })} FROM ${table} WHERE ${id} > $1 AND ${column} IS NOT NULL
       ORDER BY ${id} LIMIT ${BATCH}`,
      [lastId],
    );
    const last = rows.at(-1);
    if (!last) return outcome;
    lastId = last.id;
    for (const row of rows) {
      const secret = tryUnseal(row.sealed, keys, ownerName(owner, row.id));
      if (secret === undefined) outcome.unreadable += 1;
      else {
        // A secret that was replaced meanwhile is sealed with the current key already.
        const sealed = seal(secret, keys, ownerName(owner, row.id));
        await database.query(`UPDATE ${table} SET ${column} = $3 WHERE ${id} = $1 AND ${column} = $2`, [
          row.id,
          row.sealed,
          sealed,
        ]);
        outcome.resealed += 1;
      }
    }
  }
}
