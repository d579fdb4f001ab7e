import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { freeSlug, slugOf } from '../slugs/slugs';
import { type RecordKind, TABLES } from './record';
import { type Columns, RecordsRepository } from './records.repository';

/** Another transaction took the slug so many times; each time one of them went on. */
const MAX_ATTEMPTS = 200;

/** Gives records slugs that no other record of the kind has. Call it inside the storing transaction. */
@Injectable()
export class RecordSlugs {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /** A slug for a record that is there already. Two changes at once wait for each other when their slugs are of one family. */
  async free(kind: RecordKind, text: string, exceptId: number): Promise<string> {
    const wanted = wantedSlug(kind, text);
    // One lock for each transaction. A new record does not ask for it: the index then refuses the change, and the transaction starts again.
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [`${kind}-slug:${wanted.replace(/-\d+$/, '')}`]);
    const taken = await this.records.takenSlugs(TABLES[kind], [wanted], exceptId);
    return freeSlug(wanted, (slug) => taken.has(slug));
  }

  /** Stores a record with a slug of this text; no lock outlives the statement but that of its own index entry. */
  async insert(kind: RecordKind, columns: Columns, text: string): Promise<number> {
    const wanted = wantedSlug(kind, text);
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const taken = await this.records.takenSlugs(TABLES[kind], [wanted]);
      const slug = freeSlug(wanted, (other) => taken.has(other));
      const id = (await this.records.insertFree(TABLES[kind], [{ ...columns, slug }])).get(slug);
      if (id !== undefined) return id;
    }
    throw new Error(`no slug like ${wanted} stayed free`);
  }
}

/** The kind itself when the text yields none. */
export const wantedSlug = (kind: RecordKind, text: string): string => slugOf(text) || kind;
