import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import { chordOf, distanceSql, type Nearby } from '../../domain/places/distance';
import { readableBy } from '../../domain/records/head-sql';

/** Venues of events as far as the caller may read them. */
const located = (actor: Actor, parameters: Parameters): string =>
  `event_venues link JOIN venues venue ON venue.id = link.venue_id AND venue.place IS NOT NULL AND venue.status <> 'trash'
    AND ${readableBy(actor, 'venue', 'venue', parameters)}`;

/** A password keeps the place to itself as well. */
const IS_OPEN = 'event.password_hash IS NULL';

/** Whether events have a venue with coordinates. */
export const hasPlace = (wanted: boolean, actor: Actor, parameters: Parameters): string =>
  `${wanted ? '' : 'NOT '}(${IS_OPEN} AND EXISTS (SELECT 1 FROM ${located(actor, parameters)} WHERE link.event_id = event.id))`;

/** A join that keeps the events within the radius and gives each the distance of its nearest venue, `near.distance`. */
export function nearby({ latitude, longitude, radius, unit }: Nearby, actor: Actor, parameters: Parameters): string {
  const here = `on_globe(${parameters.add(latitude)}, ${parameters.add(longitude)})`;
  const chord = `${parameters.add(chordOf(radius, unit))}::double precision`;
  return `JOIN (
    SELECT link.event_id, ${distanceSql(`min(venue.place <-> ${here})`, unit)} AS distance FROM ${located(actor, parameters)}
    WHERE venue.place <@ cube_enlarge(${here}, ${chord}, 3) AND venue.place <-> ${here} <= ${chord}
    GROUP BY link.event_id) near ON near.event_id = event.id AND ${IS_OPEN}`;
}
