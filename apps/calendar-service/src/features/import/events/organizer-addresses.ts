import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { readableBy } from '../../../records/access/head-sql';
import { StoredOrganizer } from '../../../records/record/record.entity';

/** Finds the organizer that a file names. */
@Injectable()
export class OrganizerAddresses {
  constructor(private readonly database: Database) {}

  /**
   * Matches the address, because several people have the same name. Among several organizers with the address the name decides. Only those that the
   * caller may read, so that hidden addresses are not revealed.
   */
  async find({ name, email }: { name: string; email: string }, actor: Actor): Promise<number | undefined> {
    const parameters = new Parameters();
    const address = parameters.add(email);
    // The search index has the folded address.
    const [row] = await this.database.query(
      sql`SELECT ${selectColumns(StoredOrganizer, 'record', 'id')} FROM organizers record
        WHERE fold(record.email) = fold(${address}) AND lower(record.email) = lower(${address})
        AND record.status <> 'trash' AND ${readableBy(actor, 'organizer', 'record', parameters)}
        ORDER BY lower(record.name) = lower(${parameters.add(name)}) DESC, record.id LIMIT 1`,
      parameters.values,
    );
    return row?.id;
  }
}
