import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { freeSlug, MAX_SLUG_ATTEMPTS, slugOf } from '../../calendar/slugs/slugs';
import { type RecordNoun, TABLES } from '../record/record';
import { type Columns, RecordsRepository } from '../queries/records.repository';

/** Gives records slugs that no other record of the kind has. Call it inside the storing transaction. */
@Injectable()
export class RecordSlugs {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /** A slug for an existing record. Concurrent changes wait for each other when their slugs differ only in the number. */
  async free(kind: RecordNoun, text: string, exceptId: number): Promise<string> {
    const wanted = wantedSlug(kind, text);
    // Each transaction takes one such lock. Inserts take none: if one gets the slug first, the unique index refuses the change, which is then retried.
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [
      `${kind}-slug:${wanted.replace(/-\d+$/, '')}`,
    ]);
    const taken = await this.records.takenSlugs(TABLES[kind], [wanted], exceptId);
    return freeSlug(wanted, (slug) => taken.has(slug));
  }

  /** Stores a record with a slug of this text. No lock outlives the statement, except that of its own index entry. */
  async insert(kind: RecordNoun, columns: Columns, text: string): Promise<number> {
    const wanted = wantedSlug(kind, text);
    for (let attempt = 0; attempt < MAX_SLUG_ATTEMPTS; attempt++) {
      // Nearly all wanted slugs are free, so the first attempt saves the search for taken ones.
      const taken = attempt === 0 ? new Set() : await this.records.takenSlugs(TABLES[kind], [wanted]);
      const slug = freeSlug(wanted, (other) => taken.has(other));
      const id = (await this.records.insertFree(TABLES[kind], [{ ...columns, slug }])).get(slug);
      if (id !== undefined) return id;
    }
    throw new Error(`no slug like ${wanted} stayed free`);
  }
}

/** The name of the kind when the text yields no slug. */
export const wantedSlug = (kind: RecordNoun, text: string): string => slugOf(text) || kind;
