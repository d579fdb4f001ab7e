import type { Client } from 'pg';
import { onDatabase } from '../seed/seeding-client';

export interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

export interface Places {
  /** Has three venues within ten kilometres, in a calendar of any size. */
  readonly smallTown: Place;
  /** Has a tenth of all venues. */
  readonly largestTown: Place;
}

/** Ten kilometres on the globe of radius 1. */
const NEAR = 10 / 6_371;

/** Venues of towns with three of them. `OFFSET 0` keeps PostgreSQL from looking around every venue of the large towns. */
const SMALL =
  '(SELECT * FROM venues WHERE city IN (SELECT city FROM venues GROUP BY city HAVING count(*) = 3) ORDER BY id OFFSET 0)';

/** Finds places for searches by distance in a seeded calendar. */
export const findPlaces = (url: string): Promise<Places> =>
  onDatabase(url, async (client) => {
    const around = `SELECT count(*) FROM venues other WHERE other.place <@ cube_enlarge(venue.place, ${NEAR}, 3)`;
    return {
      smallTown: await findPlace(client, `${SMALL} venue WHERE (${around}) = 3`),
      largestTown: await findPlace(client, `venues WHERE city = 'Town 1' ORDER BY id`),
    };
  });

async function findPlace(client: Client, sql: string): Promise<Place> {
  const { rows } = await client.query<Place>(`SELECT geo_lat AS latitude, geo_lng AS longitude FROM ${sql} LIMIT 1`);
  if (!rows[0]) throw new Error('there is no such place');
  return rows[0];
}
