import type { Parameters } from '@almanac/listing';
import type { ComparedField, DateComparison } from '../../domain/date-window/date-window';

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'event.modified_at', utc: 'event.modified_at' },
};

/** SQL for one comparison of a window with an occurrence. */
export function during({ field, operator, against: { clock, value } }: DateComparison, parameters: Parameters): string {
  const type = clock === 'utc' ? 'timestamptz' : 'timestamp';
  return `${COLUMNS[field][clock]} ${operator} ${parameters.add(value)}::${type}`;
}

/**
 * What follows from the window for the start on the event's own clock: true of every match, and where to begin in the usual order of a list. Clocks of the
 * world are less than a day apart, and an event ends after it starts (but for the hour that comes twice).
 */
export function startBounds(dates: readonly DateComparison[], parameters: Parameters): string[] {
  return dates.flatMap((comparison) => {
    const { field, operator, against } = comparison;
    if (operator.startsWith('<') && (field === 'end' || (field === 'start' && against.clock === 'utc')))
      return [`occurrence.starts_local <= ${moment(comparison, parameters)} + interval '1 day'`];
    return field === 'start' && against.clock === 'utc'
      ? [`occurrence.starts_local >= ${moment(comparison, parameters)} - interval '1 day'`]
      : [];
  });
}

/**
 * The occurrences among which those of the window are. Of all that end after a moment, most start after it as well, and are read in their order; the few
 * that start before are found as what takes place around that moment.
 */
export function occurrencesOf(dates: readonly DateComparison[], parameters: Parameters): string {
  const ending = dates.find(({ field, operator }) => field === 'end' && operator.startsWith('>'));
  const isBounded = dates.some(({ field, operator }) => field === 'start' && operator.startsWith('>'));
  if (!ending || isBounded) return 'occurrences occurrence';
  const from = moment(ending, parameters);
  const around = `tstzrange(${from} AT TIME ZONE 'UTC' - interval '1 day', ${from} AT TIME ZONE 'UTC' + interval '1 day')`;
  return `(SELECT * FROM occurrences WHERE starts_local >= ${from}
    UNION ALL SELECT * FROM occurrences WHERE starts_local < ${from} AND during && ${around}) occurrence`;
}

/** SQL for the compared moment as a clock shows it: the event's own, or that of UTC. */
const moment = ({ against: { clock, value } }: DateComparison, parameters: Parameters): string =>
  clock === 'local' ? `${parameters.add(value)}::timestamp` : `(${parameters.add(value)}::timestamptz AT TIME ZONE 'UTC')`;
