import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { chordOf, distanceSql, type Nearby } from '../../../calendar/places/distance';
import { readableBy } from '../../../records/access/head-sql';
import { StoredVenue } from '../../../records/record/record.entity';

/** Venues within a radius: ids, and the distance of each. */
export interface VenuesNearby {
  readonly ids: readonly number[];
  readonly distances: readonly number[];
}

/** SQL condition: the venue has coordinates, and the caller may read it. */
const isPlaced = (actor: Actor, parameters: Parameters): string =>
  `venue.place IS NOT NULL AND venue.status <> 'trash' AND ${readableBy(actor, 'venue', 'venue', parameters)}`;

/** A password protects the venue as well. */
const IS_OPEN = 'event.password_hash IS NULL';

/** SQL condition: the event has a venue with coordinates, or has none. */
export const hasPlace = (isRequested: boolean, actor: Actor, parameters: Parameters): string =>
  `${isRequested ? '' : 'NOT '}(${IS_OPEN} AND EXISTS (SELECT 1 FROM event_venues link JOIN venues venue ON venue.id = link.venue_id AND ${isPlaced(actor, parameters)}
    WHERE link.event_id = event.id))`;

/** A join that keeps the events of these venues; `near.distance` is the distance of the nearest one. */
export const nearby = ({ ids, distances }: VenuesNearby, parameters: Parameters): string => `JOIN (
    SELECT link.event_id, min(place.distance) AS distance
    FROM unnest(${parameters.add(ids)}::int[], ${parameters.add(distances)}::double precision[]) AS place (venue_id, distance)
      JOIN event_venues link ON link.venue_id = place.venue_id
    GROUP BY link.event_id) near ON near.event_id = event.id AND ${IS_OPEN}`;

/** Finds venues by place. */
@Injectable()
export class VenuesByPlace {
  constructor(private readonly database: Database) {}

  /**
   * The venues within the radius that the caller may read. Lists look them up first, so that PostgreSQL plans with their number: it
   * takes any radius for a thousandth of all venues.
   */
  async around({ latitude, longitude, radius, unit }: Nearby, actor: Actor): Promise<VenuesNearby> {
    const parameters = new Parameters();
    const here = `on_globe(${parameters.add(latitude)}, ${parameters.add(longitude)})`;
    const chord = `${parameters.add(chordOf(radius, unit))}::double precision`;
    const distance = distanceSql(`(venue.place <-> ${here})`, unit);
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(StoredVenue, 'venue', 'id')}, ${selectComputed<{ distance: number }>({ distance })} FROM venues venue
        WHERE venue.place <@ cube_enlarge(${here}, ${chord}, 3) AND venue.place <-> ${here} <= ${chord}
          AND ${isPlaced(actor, parameters)} ORDER BY venue.id`,
      parameters.values,
    );
    return { ids: rows.map(({ id }) => id), distances: rows.map(({ distance }) => distance) };
  }
}
