import { toInstant, toWallClock } from '../time-zones/conversion';
import type { TimeZone } from '../time-zones/time-zone';
import type { WallClock } from '../time-zones/wall-clock';

/** The meaning of a date text. With an offset or as seconds it is one instant; otherwise it is a wall clock in any zone. */
export type DateReading = { readonly wall: WallClock } | { readonly instant: Date };

/** The wall clock in the zone. A wall clock stays as written, even if the zone skips that hour. */
export const wallOf = (reading: DateReading, zone: TimeZone): WallClock =>
  'wall' in reading ? reading.wall : toWallClock(reading.instant, zone);

/** The instant; a wall clock is read in the zone. */
export const instantOf = (reading: DateReading, zone: TimeZone): Date =>
  'wall' in reading ? toInstant(reading.wall, zone) : reading.instant;

/** A time within one day. 24:00 is not valid: it belongs to the next day. */
export interface TimeOfDay {
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
}

export const MIDNIGHT: TimeOfDay = { hour: 0, minute: 0, second: 0 };

const CLOCK = /^(?:at )?(\d{1,2})(?::([0-5]\d)(?::([0-5]\d)(?:[.,]\d+)?)?)? ?(am|pm|a\.m\.|p\.m\.)?$/i;

/** Reads `10:00`, `10:00:30.5` (parts of a second are dropped), `9am`, `9:30 PM`, `noon`, `midnight`, each also after `at`. */
export function readTimeOfDay(text: string): TimeOfDay | undefined {
  if (/^(?:at )?midnight$/i.test(text)) return MIDNIGHT;
  if (/^(?:at )?noon$/i.test(text)) return { ...MIDNIGHT, hour: 12 };
  const [, hours, minutes, seconds, half] = CLOCK.exec(text) ?? [];
  // A bare number is no time: `10` could be anything.
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const hour = hourOf(Number(hours), half);
  return hour === undefined ? undefined : { hour, minute: Number(minutes ?? 0), second: Number(seconds ?? 0) };
}

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase().startsWith('p') ? 12 : 0);
}
