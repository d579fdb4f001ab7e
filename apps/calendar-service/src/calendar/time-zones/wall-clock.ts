declare const form: unique symbol;

/**
 * A date and time on a wall clock, without a zone: `2031-05-01 10:00:00`, years 0001 to 9999.
 * A text, because clients and the database use this form, and because texts of this form sort by time.
 */
export type WallClock = string & { readonly [form]: true };

/** Clients may not write the very first and last days, so that every zone can show all times that were written. */
const FIRST = Date.parse('0001-01-02T00:00:00Z');
export const LAST = Date.parse('9999-12-30T23:59:59Z');

export const DAY_MS = 86_400_000;

const FORM = /^(?!0000)\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

const hasForm = (text: string): text is WallClock => FORM.test(text);

/** True for a date and time that exist in the calendar: neither `2031-02-30 …` nor `… 24:00:00`. */
export function isWallClock(text: string): text is WallClock {
  return hasForm(text) && textOfTime(clockTime(text)) === text;
}

/** For texts that are known to be a wall clock, such as stored ones. @throws RangeError for any other text */
export const wallClock = (text: string): WallClock => (isWallClock(text) ? text : refuse(text));

function refuse(text: string): never {
  throw new RangeError(`${JSON.stringify(text)} is not a date and time of the form YYYY-MM-DD HH:MM:SS`);
}

interface ClockFields {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour?: number;
  readonly minute?: number;
  readonly second?: number;
}

/** Undefined when there is no such day or time; nothing rolls over into the next month or day. */
export function wallClockOf({
  year,
  month,
  day,
  hour = 0,
  minute = 0,
  second = 0,
}: ClockFields): WallClock | undefined {
  const [y, ...rest] = [year, month, day, hour, minute, second].map((part, i) =>
    String(part).padStart(i === 0 ? 4 : 2, '0'),
  );
  const [m, d, h, min, s] = rest;
  const text = `${y}-${m}-${d} ${h}:${min}:${s}`;
  return isWallClock(text) ? text : undefined;
}

/** Milliseconds since 1970 as if the clock showed UTC; differences of two are wall-clock durations. */
export const clockTime = (wall: WallClock): number => Date.parse(`${wall.replace(' ', 'T')}Z`);

/**
 * The reverse of `clockTime`; parts of a second are cut off.
 * @throws RangeError outside the years 0001 to 9999
 */
export function clockAt(time: number): WallClock {
  const text = textOfTime(time);
  // The platform shows only days and times that exist.
  return hasForm(text) ? text : refuse(text);
}

/** Whether a clock time or an instant, in milliseconds, is one that clients may write. */
export const isWritable = (time: number): boolean => time >= FIRST && time <= LAST;

/** The nearest clock time that clients may write. */
export const nearestWritable = (wall: WallClock): WallClock =>
  clockAt(Math.min(Math.max(clockTime(wall), FIRST), LAST));

export const startOfDay = (wall: WallClock): WallClock => wallClock(`${wall.slice(0, 10)} 00:00:00`);

/** The last second of the day, as all-day events and whole-day filters have it (calendar-behaviour §4.1, §7.2). */
export const endOfDay = (wall: WallClock): WallClock => wallClock(`${wall.slice(0, 10)} 23:59:59`);

function textOfTime(time: number): string {
  return Number.isNaN(time) ? '' : new Date(time).toISOString().slice(0, -5).replace('T', ' ');
}

/** The parts of a date as zero-padded texts, under their names in the API (calendar-behaviour §2.6). */
export function dateDetails(wall: WallClock) {
  return {
    year: wall.slice(0, 4),
    month: wall.slice(5, 7),
    day: wall.slice(8, 10),
    hour: wall.slice(11, 13),
    minutes: wall.slice(14, 16),
    seconds: wall.slice(17, 19),
  };
}
