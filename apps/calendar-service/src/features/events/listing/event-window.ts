import type { Parameters, Range } from '@almanac/listing';
import { MAX_ID } from '../../../calendar/addresses/path-id';
import type { ComparedField, DateComparison } from '../../../calendar/date-window/date-window';

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'change.modified_at', utc: 'change.modified_at' },
};

/** SQL for one comparison of a window with an occurrence. */
export function during(
  { field, operator, isHalfOpen, against: { clock, value } }: DateComparison,
  parameters: Parameters,
): string {
  const moment = `${parameters.add(value)}::${clock === 'utc' ? 'timestamptz' : 'timestamp'}`;
  const compared = `${COLUMNS[field][clock]} ${operator} ${moment}`;
  return isHalfOpen
    ? `${compared} AND (${COLUMNS.end[clock]} <> ${moment} OR ${COLUMNS.start[clock]} = ${moment})`
    : compared;
}

const ENDS_BY_FIELD = new Map<string, 'start' | 'end'>([
  ['start_date', 'start'],
  ['event_date', 'start'],
  ['utc_start_date', 'start'],
  ['end_date', 'end'],
  ['utc_end_date', 'end'],
]);

/** Whether the list is in the usual order: `occurrences_starts_local_idx` has it. */
export const isByStart = (sort: string): boolean => sort === 'start_date' || sort === 'event_date';

/** Whether one plan serves all values of the window: an index scan in the usual order, from the bound of the start on. */
export const isReadFromStart = (dates: readonly DateComparison[]): boolean => {
  const starts = dates.filter(({ field }) => field === 'start');
  return starts.length > 0 && starts.every(({ operator }) => operator.startsWith('>'));
};

/** The same condition. Without values PostgreSQL takes an inequality for true of a third of all rows, and this for true of nearly all. */
export const usuallyTrue = (condition: string): string => `nullif(${condition}, FALSE) IS NOT NULL`;

/**
 * Conditions on the sort column that follow from the window. They hold for every match, and an index scan can begin at them. The margin of a day covers the
 * difference between any two clocks. It also covers an end that a clock shows before its start, in an hour that comes twice.
 *
 * In the usual order the upper bound compares rows. PostgreSQL plans the statement without values and expects two plain bounds to leave few rows. It would
 * then sort the whole window instead of reading its first rows in order.
 * @param sort name of the sort field
 * @param column SQL of that field
 */
export function orderBounds(
  dates: readonly DateComparison[],
  sort: string,
  column: string,
  parameters: Parameters,
): string[] {
  const ordered = ENDS_BY_FIELD.get(sort);
  if (ordered === undefined) return [];
  const zone = sort.startsWith('utc_') ? ` AT TIME ZONE 'UTC'` : '';
  return dates.flatMap((comparison) => {
    const isLower = comparison.operator.startsWith('>');
    if (
      comparison.field === 'modified' ||
      (comparison.field !== ordered && comparison.field !== (isLower ? 'start' : 'end'))
    )
      return [];
    const bound = `(${moment(comparison, parameters)} ${isLower ? '-' : '+'} interval '1 day')${zone}`;
    if (isLower) return [`${column} >= ${bound}`];
    return [isByStart(sort) ? `(${column}, occurrence.event_id) <= (${bound}, ${MAX_ID})` : `${column} <= ${bound}`];
  });
}

/**
 * Finds the next rows of the usual order quickly when the window only bounds the end. Most matches start after the bound; all others overlap it.
 * Without this condition PostgreSQL would read the list from the oldest event on.
 * @param condition of the list, or of the range that is read
 * @param most maximum number of rows in this direction
 * @returns SQL that holds for these rows; undefined when the window bounds the start as well
 */
export function amongFirst(
  dates: readonly DateComparison[],
  condition: string,
  most: number,
  direction: Range['direction'],
  parameters: Parameters,
): string | undefined {
  const ending = dates.find(({ field, operator }) => field === 'end' && operator.startsWith('>'));
  if (!ending || dates.some(({ field, operator }) => field === 'start' && operator.startsWith('>'))) return undefined;
  const from = moment(ending, parameters);
  const down = direction === 'backward' ? ' DESC' : '';
  const around = `tstzrange((${from} - interval '1 day') AT TIME ZONE 'UTC', (${from} + interval '1 day') AT TIME ZONE 'UTC')`;
  return `occurrence.id IN (
    (SELECT occurrence.id FROM occurrences occurrence JOIN events event ON event.id = occurrence.event_id
      WHERE ${condition} AND occurrence.starts_local >= ${from} ORDER BY occurrence.starts_local${down}, occurrence.event_id${down} LIMIT ${most})
    UNION ALL SELECT id FROM occurrences occurrence WHERE starts_local < ${from} AND ${during(ending, parameters)} AND during && ${around})`;
}

/** SQL for the compared moment as a local time: on the event's own clock, or in UTC. */
const moment = ({ against: { clock, value } }: DateComparison, parameters: Parameters): string =>
  clock === 'local'
    ? `${parameters.add(value)}::timestamp`
    : `(${parameters.add(value)}::timestamptz AT TIME ZONE 'UTC')`;
