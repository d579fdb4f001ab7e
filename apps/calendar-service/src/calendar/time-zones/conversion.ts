import type { TimeZone } from './time-zone';
import { clockAt, clockTime, DAY_MS, type WallClock } from './wall-clock';

const MINUTE = 60_000;

/**
 * The instant at which clocks in the zone show this time (calendar-behaviour §7.2).
 * A time that does not exist (clocks go forward) moves forward by the gap. A time that comes twice (clocks go back) means the second, standard one.
 */
export function toInstant(wall: WallClock, zone: TimeZone): Date {
  const local = clockTime(wall);
  // Offsets lie within a day, so only the rules of the day before and of the day after can apply.
  const before = offsetAt(local - DAY_MS, zone);
  const after = offsetAt(local + DAY_MS, zone);
  const [one = local - before, other = one] = [local - before, local - after].filter(
    (instant) => instant + offsetAt(instant, zone) === local,
  );
  return new Date(Math.max(one, other));
}

/**
 * The wall clock in the zone at this instant, cut to whole seconds.
 * @throws RangeError outside the years 0001 to 9999
 */
export function toWallClock(instant: Date, zone: TimeZone): WallClock {
  return clockAt(instant.getTime() + offsetAt(instant.getTime(), zone));
}

/** `±HH:MM`, the form that ISO 8601 puts after a local time. */
export function isoOffset(instant: Date, zone: TimeZone): string {
  const minutes = Math.round(offsetAt(instant.getTime(), zone) / MINUTE);
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`;
}

/** `2031-05-01T10:00:00+02:00`. */
export function toIsoText(instant: Date, zone: TimeZone): string {
  return `${toWallClock(instant, zone).replace(' ', 'T')}${isoOffset(instant, zone)}`;
}

/** Milliseconds east of UTC. */
const offsetAt = (instant: number, zone: TimeZone): number => Math.round(zone.rules.offset(instant) * MINUTE);
