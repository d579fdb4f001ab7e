/** Mean radius of the Earth in each unit. */
const EARTH = { km: 6_371.0088, miles: 3_958.7613 } as const;
type DistanceUnit = keyof typeof EARTH;

/** No two places are farther apart in either unit: half the circumference of the Earth in kilometres. */
export const FARTHEST = 20_016;
export const DEFAULT_RADIUS = 10;

export interface Nearby {
  readonly latitude: number;
  readonly longitude: number;
  readonly radius: number;
  readonly unit: DistanceUnit;
}

/**
 * Places are points on a globe of radius 1, where an index quickly finds the straight line between two of them.
 * @returns the length of that line for this distance along the surface
 */
export const chordOf = (distance: number, unit: DistanceUnit): number =>
  2 * Math.sin(Math.min(distance / EARTH[unit], Math.PI) / 2);

/** SQL for the distance along the surface, from SQL for the straight line. */
export const distanceSql = (chord: string, unit: DistanceUnit): string =>
  `2 * asin(least(${chord} / 2, 1)) * ${EARTH[unit]}`;

/** Rounded to three decimals, about a metre: places are not known more precisely. */
export const roundedDistance = (distance: number): number => Math.round(distance * 1_000) / 1_000;
