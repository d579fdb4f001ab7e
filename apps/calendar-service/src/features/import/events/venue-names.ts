import type { Actor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { CalendarEvent } from '../../../calendar/icalendar/calendar-event';
import { RecordsRepository } from '../../../records/queries/records.repository';
import { readableBy } from '../../../records/access/head-sql';
import { StoredVenue } from '../../../records/record/record.entity';
import { VENUE } from '../../venues/venue.kind';
import type { VenueRow } from '../../venues/venue.schema';
import { locationOf } from '../../feeds/calendar-events';

type Place = NonNullable<CalendarEvent['place']>;

const MAX_PARTS = 10;
/** About a kilometre: two sources hardly have the same coordinates for a place. */
const NEAR_DEGREES = 0.01;

/** Finds the venue that a line of text names. */
@Injectable()
export class VenueNames {
  constructor(
    private readonly database: Database,
    private readonly records: RecordsRepository,
  ) {}

  /**
   * Matches name and address as exported files have them, or the name alone. A venue of the same name at another place is another venue. Only venues
   * that the caller may read.
   */
  async find(text: string, place: Place | undefined, actor: Actor): Promise<number | undefined> {
    const parts = text.split(', ');
    const names = parts.slice(0, MAX_PARTS).map((_, i) => parts.slice(0, i + 1).join(', '));
    const parameters = new Parameters();
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredVenue, 'venue', 'id')} FROM venues venue
        WHERE fold(venue.name) IN (SELECT fold(name) FROM unnest(${parameters.add([...names, text])}::text[]) name)
        AND venue.status <> 'trash' AND ${readableBy(actor, 'venue', 'venue', parameters)} ORDER BY venue.id LIMIT 200`,
      parameters.values,
    );
    const ids = rows.map(({ id }) => id);
    const venues = ids.length === 0 ? [] : await this.records.listed(VENUE, ids, actor);
    const inOrder = venues.toSorted((a, b) => a.id - b.id);
    const byText = inOrder.find((venue) => locationOf(venue) === text && (venue.name !== text || isAt(venue, place)));
    return (byText ?? inOrder.find((venue) => isNamed(venue, text) && isAt(venue, place)))?.id;
  }
}

const isNamed = ({ name }: VenueRow, text: string): boolean => name.toLowerCase() === text.toLowerCase();

const isAt = ({ geoLat, geoLng }: VenueRow, place: Place | undefined): boolean =>
  geoLat === null || geoLng === null || isNear({ latitude: geoLat, longitude: geoLng }, place);

/** Whether both may be the same place: also when one of them is unknown. */
export const isNear = (one: Place | undefined, other: Place | undefined): boolean =>
  !one ||
  !other ||
  Math.max(Math.abs(one.latitude - other.latitude), Math.abs(one.longitude - other.longitude)) <= NEAR_DEGREES;
