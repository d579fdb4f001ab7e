import { DAY_MS } from '../../time-zones/wall-clock';

/** A day that comes once a year: a weekday within seven days in a row, or always the same date. */
export interface YearlyDay {
  /** 1 to 12. */
  readonly month: number;
  /** The first of the seven days, or the date itself. The last of the seven may lie in the next month. */
  readonly from: number;
  /** 0 for Sunday; undefined for a date. */
  readonly weekday: number | undefined;
}

const WEEK = 7;
const WEEKDAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const lengthOf = (month: number): number => LENGTHS[month - 1] ?? 0;
/** February has no fixed length, and December is followed by another year. */
const mayCross = (month: number): boolean => month !== 0 && month !== 2 && month !== 12;

/** All descriptions that fit the day of this clock time. Those that readers know best come first. */
export function yearlyDaysOf(time: number): YearlyDay[] {
  const date = new Date(time);
  const [month, day, weekday] = [date.getUTCMonth() + 1, date.getUTCDate(), date.getUTCDay()];
  const own = Array.from({ length: WEEK }, (_, i) => ({ month, from: day - i, weekday })).filter(
    ({ from }) => from > 0 && (from + WEEK - 1 <= lengthOf(month) || mayCross(month)),
  );
  const crossing = Array.from({ length: WEEK - 1 }, (_, i) => lengthOf(month - 1) - i)
    .filter((from) => mayCross(month - 1) && from + WEEK - 1 >= lengthOf(month - 1) + day)
    .map((from) => ({ month: month - 1, from, weekday }));
  const days = [...own, ...crossing].sort((a, b) => oddness(a) - oddness(b));
  return [...days, { month, from: day, weekday: undefined }];
}

/** The second Sunday is the most usual, then the last one, then the Sunday from the 8th on. */
function oddness({ month, from }: YearlyDay): number {
  if (from % WEEK === 1 && from <= 22) return 0;
  const beyond = from + WEEK - 1 - lengthOf(month);
  return beyond === 0 ? 1 : beyond < 0 ? 2 : 3;
}

/** Midnight of the day in a year, as a clock time. */
export function midnightIn(year: number, { month, from, weekday }: YearlyDay): number {
  const first = Date.UTC(year, month - 1, from);
  return weekday === undefined ? first : first + ((weekday - new Date(first).getUTCDay() + WEEK) % WEEK) * DAY_MS;
}

/** Rules that together have exactly this day, each with the month of its days. Days in two months need a rule for each of them. */
export function yearlyRulesOf({ month, from, weekday }: YearlyDay): { month: number; rule: string }[] {
  const rule = (within: number, parts: string) => ({ month: within, rule: `FREQ=YEARLY;BYMONTH=${within};${parts}` });
  if (weekday === undefined) return [rule(month, `BYMONTHDAY=${from}`)];
  const name = WEEKDAYS[weekday] ?? '';
  if (from % WEEK === 1 && from <= 22) return [rule(month, `BYDAY=${(from + WEEK - 1) / WEEK}${name}`)];
  const length = lengthOf(month);
  if (from + WEEK - 1 === length && month !== 2) return [rule(month, `BYDAY=-1${name}`)];
  const days = Array.from({ length: WEEK }, (_, i) => from + i);
  const [before, after] = [days.filter((day) => day <= length), days.filter((day) => day > length)];
  return [
    rule(month, `BYMONTHDAY=${before.join()};BYDAY=${name}`),
    ...(after.length === 0
      ? []
      : [rule(month + 1, `BYMONTHDAY=${after.map((day) => day - length).join()};BYDAY=${name}`)]),
  ];
}
