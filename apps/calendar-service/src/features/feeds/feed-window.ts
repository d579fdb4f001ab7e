import { DATE_PARAMETERS } from '../../calendar/date-window/date-window';

const MONTHS_BACK = 3;
const LAST_DAY = '9999-12-29';

/**
 * Replaces the default dates of lists (yesterday to two years ahead) by those of feeds, because subscribers want all future and recent events.
 * Without dates, a feed begins three months back and has no end. With a start alone it has no end; with an end alone it begins three months back.
 */
export function feedWindow(input: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  const given = DATE_PARAMETERS.filter((name) => input[name] !== undefined && input[name] !== '0');
  const lately = monthsBefore(now);
  if (given.length === 0) return { ...input, overlaps_from: lately };
  if (given.every((name) => name === 'start_date')) return { ...input, end_date: LAST_DAY };
  if (given.every((name) => name === 'end_date')) return { ...input, start_date: lately };
  return { ...input };
}

/** The first day of a month, so that the same feed keeps its ETag for that month. */
function monthsBefore(now: Date): string {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - MONTHS_BACK, 1);
  return then.toISOString().slice(0, 10);
}
