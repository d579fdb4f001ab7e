import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { isOurs, Rounds } from '../records/rounds';

const EVERY_MS = 60_000;

/** The tables of sums, with the columns that tell one sum from another. */
const TALLIES = { occurrence_tallies: 'shown_as, starts_on, ends_on', term_tallies: 'term_id' };

/**
 * Writers append what they add to a sum and take from it (migration 37). Here it is folded into one row each, and nothing into none, so that reading stays
 * quick. Sums are the same before, meanwhile and afterwards.
 */
@Injectable()
export class TallyKeeper extends Rounds {
  constructor(private readonly database: Database) {
    super(database, EVERY_MS, 'after a while');
  }

  protected round(): Promise<void> {
    return this.fold();
  }

  /** What another process is folding is left to it. */
  async fold(): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await isOurs(this.database, 'folding'))) return;
      for (const [table, key] of Object.entries(TALLIES)) await this.database.query(foldingOf(table, key));
    });
  }
}

const foldingOf = (table: string, key: string): string => `
  WITH folded AS (
    DELETE FROM ${table} WHERE (${key}) IN (SELECT ${key} FROM ${table} GROUP BY ${key} HAVING count(*) > 1) RETURNING *)
  INSERT INTO ${table} SELECT ${key}, sum(amount) FROM folded GROUP BY ${key} HAVING sum(amount) <> 0`;
