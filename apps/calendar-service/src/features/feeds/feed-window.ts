import { DATE_PARAMETERS } from '../../domain/date-window/date-window';

const MONTHS_BACK = 3;
const LAST_DAY = '9999-12-29';

/**
 * The parameters of a list as a feed reads them. Lists look from yesterday to two years ahead; whoever subscribes wants all that is to come, and what was
 * lately. Where nothing is said of dates, a feed holds what ends three months ago or later; one that says where it begins has no end, and the reverse.
 */
export function feedWindow(input: Readonly<Record<string, unknown>>, now: Date): Record<string, unknown> {
  const given = DATE_PARAMETERS.filter((name) => input[name] !== undefined && input[name] !== '0');
  const lately = monthsBefore(now);
  if (given.length === 0) return { ...input, overlaps_from: lately };
  if (given.every((name) => name === 'start_date')) return { ...input, end_date: LAST_DAY };
  if (given.every((name) => name === 'end_date')) return { ...input, start_date: lately };
  return { ...input };
}

/** A day, so that the feed stays the same for as long. */
function monthsBefore(now: Date): string {
  const then = new Date(now);
  then.setUTCMonth(then.getUTCMonth() - MONTHS_BACK, 1);
  return then.toISOString().slice(0, 10);
}
