import { Database } from '@almanac/database';
import { Injectable } from '@nestjs/common';
import { freeSlug, slugOf } from '../slugs/slugs';
import { type RecordKind, TABLES } from './record';
import { RecordsRepository } from './records.repository';

@Injectable()
export class RecordSlugs {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /** A slug of this text that no other record of the kind has; the kind itself when the text yields none. Call it inside the storing transaction. */
  async free(kind: RecordKind, text: string, exceptId?: number): Promise<string> {
    const wanted = slugOf(text) || kind;
    // Two requests must not find the same slug free; numbered slugs of one family share the lock.
    const family = wanted.replace(/-\d+$/, '');
    await this.database.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [`${kind}-slug:${family}`]);
    const taken = await this.records.takenSlugs(TABLES[kind], wanted, exceptId);
    return freeSlug(wanted, (slug) => taken.has(slug));
  }
}
