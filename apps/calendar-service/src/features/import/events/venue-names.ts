import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { RecordsRepository } from '../../../records/records.repository';
import { readableBy } from '../../../records/access/head-sql';
import { VENUE } from '../../venues/venue.kind';
import { locationOf } from '../../feeds/calendar-events';

const MAX_PARTS = 10;

/** Finds the venue that a line of text names. */
@Injectable()
export class VenueNames {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /** Matches name and address as exported files have them, or the name alone. Only venues that the caller may read. */
  async find(text: string, actor: Actor): Promise<number | undefined> {
    const parts = text.split(', ');
    const names = parts.slice(0, MAX_PARTS).map((_, i) => parts.slice(0, i + 1).join(', '));
    const parameters = new Parameters();
    const rows = await this.database.query<{ id: number; name: string }>(
      `SELECT venue.id, venue.name FROM venues venue WHERE fold(venue.name) IN (SELECT fold(name) FROM unnest(${parameters.add([...names, text])}::text[]) name)
        AND venue.status <> 'trash' AND ${readableBy(actor, 'venue', 'venue', parameters)} ORDER BY venue.id LIMIT 200`,
      parameters.values,
    );
    const ids = rows.map(({ id }) => id);
    const venues = ids.length === 0 ? [] : await this.records.listed(VENUE, ids, actor);
    const byText = venues.find((venue) => locationOf(venue) === text);
    return byText?.id ?? rows.find(({ name }) => name.toLowerCase() === text.toLowerCase())?.id;
  }
}
