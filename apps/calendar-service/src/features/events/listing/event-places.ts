import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import { chordOf, distanceSql, type Nearby } from '../../../calendar/places/distance';
import { readableBy } from '../../../records/access/head-sql';

/** SQL for the venues of events that have coordinates and that the caller may read. */
const located = (actor: Actor, parameters: Parameters): string =>
  `event_venues link JOIN venues venue ON venue.id = link.venue_id AND venue.place IS NOT NULL AND venue.status <> 'trash'
    AND ${readableBy(actor, 'venue', 'venue', parameters)}`;

/** A password protects the venue as well. */
const IS_OPEN = 'event.password_hash IS NULL';

/** SQL condition: the event has a venue with coordinates, or has none. */
export const hasPlace = (wanted: boolean, actor: Actor, parameters: Parameters): string =>
  `${wanted ? '' : 'NOT '}(${IS_OPEN} AND EXISTS (SELECT 1 FROM ${located(actor, parameters)} WHERE link.event_id = event.id))`;

/** A join that keeps the events within the radius; `near.distance` is the distance of the nearest venue. */
export function nearby({ latitude, longitude, radius, unit }: Nearby, actor: Actor, parameters: Parameters): string {
  const here = `on_globe(${parameters.add(latitude)}, ${parameters.add(longitude)})`;
  const chord = `${parameters.add(chordOf(radius, unit))}::double precision`;
  return `JOIN (
    SELECT link.event_id, ${distanceSql(`min(venue.place <-> ${here})`, unit)} AS distance FROM ${located(actor, parameters)}
    WHERE venue.place <@ cube_enlarge(${here}, ${chord}, 3) AND venue.place <-> ${here} <= ${chord}
    GROUP BY link.event_id) near ON near.event_id = event.id AND ${IS_OPEN}`;
}
