import { Database } from '@almanac/database';
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';

const EVERY_MS = 60_000;

/** Any number, as long as nothing else in the database locks on it. */
const FOLDING = 7_240_552;

/** The tables of sums, with the columns that tell one sum from another. */
const TALLIES = { occurrence_tallies: 'shown_as, starts_on, ends_on', term_tallies: 'term_id' };

/**
 * Writers append what they add to a sum and take from it (migration 37). Here it is folded into one row each, and nothing into none, so that reading stays
 * quick. Sums are the same before, meanwhile and afterwards.
 */
@Injectable()
export class TallyKeeper implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly database: Database) {}

  onApplicationBootstrap(): void {
    // A failed round is no harm: the next one does the same. An unreachable database is for /readyz to tell.
    this.timer = setInterval(() => void this.fold().catch(() => undefined), EVERY_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** What another process is folding is left to it. */
  async fold(): Promise<void> {
    await this.database.transaction(async () => {
      const [lock] = await this.database.query<{ isOurs: boolean }>(`SELECT pg_try_advisory_xact_lock($1) AS "isOurs"`, [FOLDING]);
      if (!lock?.isOurs) return;
      for (const [table, key] of Object.entries(TALLIES)) await this.database.query(foldingOf(table, key));
    });
  }
}

const foldingOf = (table: string, key: string): string => `
  WITH folded AS (
    DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} GROUP BY ${key} HAVING count(*) > 1) RETURNING *)
  INSERT INTO ${table} SELECT ${key}, sum(amount) FROM folded GROUP BY ${key} HAVING sum(amount) <> 0`;
