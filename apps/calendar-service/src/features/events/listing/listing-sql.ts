import type { Actor } from '@almanac/auth';
import { type Parameters, type Range } from '@almanac/listing';
import { MAX_INTEGER } from '@almanac/validation';
import type { ComparedField, DateComparison } from '../../../calendar/date-window/date-window';
import { STATUSES } from '../../../calendar/publication/status';
import type { Status } from '../../../records/record/record';
import { mayUpdateAll, readableStatuses } from '../../../records/access/rights';

const COLUMNS: Record<ComparedField, Record<'local' | 'utc', string>> = {
  start: { local: 'occurrence.starts_local', utc: 'lower(occurrence.during)' },
  end: { local: 'occurrence.ends_local', utc: 'upper(occurrence.during)' },
  modified: { local: 'change.modified_at', utc: 'change.modified_at' },
};

/** SQL for one comparison of a window with an occurrence. */
export function comparisonSql(
  { field, operator, isHalfOpen, against: { clock, value } }: DateComparison,
  parameters: Parameters,
): string {
  const bound = `${parameters.add(value)}::${clock === 'utc' ? 'timestamptz' : 'timestamp'}`;
  const compared = `${COLUMNS[field][clock]} ${operator} ${bound}`;
  return isHalfOpen
    ? `${compared} AND (${COLUMNS.end[clock]} <> ${bound} OR ${COLUMNS.start[clock]} = ${bound})`
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
export const estimatedAsTrue = (condition: string): string => `nullif(${condition}, FALSE) IS NOT NULL`;

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
    return [
      isByStart(sort) ? `(${column}, occurrence.event_id) <= (${bound}, ${MAX_INTEGER})` : `${column} <= ${bound}`,
    ];
  });
}

/**
 * Finds the next rows of the usual order quickly when the window only bounds the end. Most matches start after the bound; all others overlap it.
 * Without this condition PostgreSQL would read the list from the oldest event on.
 * @param condition of the list, or of the range that is read
 * @param limit maximum number of rows in this direction
 * @returns SQL that holds for these rows; undefined when the window bounds the start as well
 */
export function firstRowsCondition(
  dates: readonly DateComparison[],
  condition: string,
  limit: number,
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
      WHERE ${condition} AND occurrence.starts_local >= ${from} ORDER BY occurrence.starts_local${down}, occurrence.event_id${down} LIMIT ${limit})
    UNION ALL SELECT id FROM occurrences occurrence WHERE starts_local < ${from} AND ${comparisonSql(ending, parameters)} AND during && ${around})`;
}

/** SQL for the compared moment as a local time: on the event's own clock, or in UTC. */
const moment = ({ against: { clock, value } }: DateComparison, parameters: Parameters): string =>
  clock === 'local'
    ? `${parameters.add(value)}::timestamp`
    : `(${parameters.add(value)}::timestamptz AT TIME ZONE 'UTC')`;

/**
 * SQL for the exact number of occurrences in a list with no filters but dates and statuses. It adds up the stored sums for each pair of days.
 * Few occurrences are counted singly: on days partly inside the window, and of statuses that the caller may read only as the author.
 * Twenty years are thirty thousand pairs of days, however many events there are. Other filters look up their matches and use no sums.
 * @param dates comparisons with start and end
 * @param statuses the requested ones; all but the trash unless given
 */
export function storedTotal(
  dates: readonly DateComparison[],
  statuses: readonly Status[] = STATUSES,
  actor: Actor,
  parameters: Parameters,
): string {
  const readable: readonly Status[] = readableStatuses(actor, 'event');
  const visible = `occurrence.shown_as = ANY(${parameters.add(statuses.filter((status) => readable.includes(status)))})`;
  const days = dates.map((comparison) => daysOf(comparison, parameters));
  const window = dates.map((comparison) => ` AND ${comparisonSql(comparison, parameters)}`).join('');
  const sums = [
    `(SELECT coalesce(sum(amount), 0) FROM occurrence_tallies occurrence WHERE ${[visible, ...days.map(({ whole }) => whole)].join(' AND ')})`,
  ];
  if (days.length > 0) {
    const parts = days.map(({ part }) => part).join(' OR ');
    sums.push(`(SELECT count(*) FROM occurrences occurrence WHERE ${visible}${window} AND (${parts}))`);
  }
  const others = statuses.filter((status) => !readable.includes(status));
  if (others.length > 0 && actor.id > 0) {
    const whose = mayUpdateAll(actor, 'event') ? 'TRUE' : `event.author_id = ${parameters.add(actor.id)}`;
    // `others` never holds `publish`. The condition repeats this so that the partial index `events_unpublished_idx` is used.
    sums.push(`(SELECT count(*) FROM events event JOIN occurrences occurrence ON occurrence.event_id = event.id
      WHERE ${whose} AND event.status <> 'publish' AND event.status = ANY(${parameters.add(others)}) AND NOT event.hide_from_listings${window})`);
  }
  return `(${sums.join(' + ')})::int`;
}

const TALLY_COLUMNS = {
  start: { day: 'occurrence.starts_on', clock: 'occurrence.starts_local' },
  end: { day: 'occurrence.ends_on', clock: 'occurrence.ends_local' },
};

/** SQL for the days that fulfil the comparison entirely (`whole`), and for those that may do so partly (`part`). */
function daysOf(comparison: DateComparison, parameters: Parameters): { whole: string; part: string } {
  const { field, operator, against } = comparison;
  if (field === 'modified') throw new Error('no sums are kept by the last change');
  const { day, clock: column } = TALLY_COLUMNS[field];
  // Days are stored on the event's own clock, which differs from UTC by less than a day.
  const doubt = against.clock === 'local' ? 0 : 1;
  const bound = moment(comparison, parameters);
  const first = `(${bound}::date - ${doubt})`;
  const last = `(${bound}::date + ${doubt})`;
  return {
    whole: operator === '<' || operator === '<=' ? `${day} < ${first}` : `${day} > ${last}`,
    part: `(${column} >= ${first} AND ${column} < ${last} + 1)`,
  };
}
