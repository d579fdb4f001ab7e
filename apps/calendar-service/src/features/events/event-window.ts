import type { Parameters } from '@almanac/listing';
import type { ComparedField, DateComparison } from '../../domain/date-window/date-window';

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'event.modified_at', utc: 'event.modified_at' },
};

/** SQL for one comparison of a window with an occurrence. */
export function during({ field, operator, isHalfOpen, against: { clock, value } }: DateComparison, parameters: Parameters): string {
  const moment = `${parameters.add(value)}::${clock === 'utc' ? 'timestamptz' : 'timestamp'}`;
  const compared = `${COLUMNS[field][clock]} ${operator} ${moment}`;
  return isHalfOpen ? `${compared} AND (${COLUMNS.end[clock]} <> ${moment} OR ${COLUMNS.start[clock]} = ${moment})` : compared;
}

const ENDS_BY_FIELD = new Map<string, 'start' | 'end'>([
  ['start_date', 'start'],
  ['event_date', 'start'],
  ['utc_start_date', 'start'],
  ['end_date', 'end'],
  ['utc_end_date', 'end'],
]);

/**
 * What follows from the window for the column by which the list is ordered: true of every match, and where to begin reading in that order. Clocks of the world
 * are less than a day apart, and no event ends before it starts, on whatever clock, but for the hour that comes twice.
 * @param sort name of the field, `column` its SQL
 */
export function orderBounds(dates: readonly DateComparison[], sort: string, column: string, parameters: Parameters): string[] {
  const ordered = ENDS_BY_FIELD.get(sort);
  if (ordered === undefined) return [];
  const zone = sort.startsWith('utc_') ? ` AT TIME ZONE 'UTC'` : '';
  return dates.flatMap((comparison) => {
    const isLower = comparison.operator.startsWith('>');
    if (comparison.field === 'modified' || (comparison.field !== ordered && comparison.field !== (isLower ? 'start' : 'end'))) return [];
    const bound = `${moment(comparison, parameters)} ${isLower ? '-' : '+'} interval '1 day'`;
    return [`${column} ${isLower ? '>=' : '<='} (${bound})${zone}`];
  });
}

/**
 * Of all that end after a moment most start after it as well, and the first ones of the usual order are soon found among these; what began before is
 * found as what takes place around that moment. Without this the list would begin to look at the oldest events.
 * @param condition what rows of the list fulfil
 * @param most how many rows are wanted at most, from the first one on
 * @returns SQL that is true of these rows; undefined when the window has a beginning anyway
 */
export function amongFirst(dates: readonly DateComparison[], condition: string, most: number, parameters: Parameters): string | undefined {
  const ending = dates.find(({ field, operator }) => field === 'end' && operator.startsWith('>'));
  if (!ending || dates.some(({ field, operator }) => field === 'start' && operator.startsWith('>'))) return undefined;
  const from = moment(ending, parameters);
  const around = `tstzrange((${from} - interval '1 day') AT TIME ZONE 'UTC', (${from} + interval '1 day') AT TIME ZONE 'UTC')`;
  return `occurrence.id IN (
    (SELECT occurrence.id FROM occurrences occurrence JOIN events event ON event.id = occurrence.event_id
      WHERE ${condition} AND occurrence.starts_local >= ${from} ORDER BY occurrence.starts_local, event.id LIMIT ${most})
    UNION ALL SELECT id FROM occurrences WHERE starts_local < ${from} AND during && ${around})`;
}

/** SQL for the compared moment as a clock shows it: the event's own, or that of UTC. */
const moment = ({ against: { clock, value } }: DateComparison, parameters: Parameters): string =>
  clock === 'local' ? `${parameters.add(value)}::timestamp` : `(${parameters.add(value)}::timestamptz AT TIME ZONE 'UTC')`;
