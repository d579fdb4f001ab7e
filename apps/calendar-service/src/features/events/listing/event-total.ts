import type { Actor } from '@almanac/auth';
import type { Parameters } from '@almanac/listing';
import type { DateComparison } from '../../../calendar/date-window/date-window';
import { STATUSES } from '../../../calendar/publication/status';
import type { Status } from '../../../records/record/record';
import { mayUpdateAll, readableStatuses } from '../../../records/access/rights';
import { during } from './event-window';

/**
 * SQL for the exact number of occurrences in a list with no filters but dates and statuses. It adds up the stored sums for each pair of days.
 * Few occurrences are counted singly: on days partly inside the window, and of statuses that the caller may read only as the author.
 * @param dates comparisons with start and end
 * @param statuses the requested ones; all but the trash unless given
 */
export function keptTotal(
  dates: readonly DateComparison[],
  statuses: readonly Status[] = STATUSES,
  actor: Actor,
  parameters: Parameters,
): string {
  const readable: readonly Status[] = readableStatuses(actor, 'event');
  const shown = `occurrence.shown_as = ANY(${parameters.add(statuses.filter((status) => readable.includes(status)))})`;
  const days = dates.map((comparison) => daysOf(comparison, parameters));
  const window = dates.map((comparison) => ` AND ${during(comparison, parameters)}`).join('');
  const sums = [
    `(SELECT coalesce(sum(amount), 0) FROM occurrence_tallies occurrence WHERE ${[shown, ...days.map(({ whole }) => whole)].join(' AND ')})`,
  ];
  if (days.length > 0) {
    const parts = days.map(({ part }) => part).join(' OR ');
    sums.push(`(SELECT count(*) FROM occurrences occurrence WHERE ${shown}${window} AND (${parts}))`);
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

const FIELDS = {
  start: { day: 'occurrence.starts_on', clock: 'occurrence.starts_local' },
  end: { day: 'occurrence.ends_on', clock: 'occurrence.ends_local' },
};

/** SQL for the days that fulfil the comparison entirely (`whole`), and for those that may do so partly (`part`). */
function daysOf(
  { field, operator, against: { clock, value } }: DateComparison,
  parameters: Parameters,
): { whole: string; part: string } {
  if (field === 'modified') throw new Error('no sums are kept by the last change');
  const { day, clock: column } = FIELDS[field];
  // Days are stored on the event's own clock, which differs from UTC by less than a day.
  const [moment, doubt] =
    clock === 'local'
      ? [`${parameters.add(value)}::timestamp`, 0]
      : [`(${parameters.add(value)}::timestamptz AT TIME ZONE 'UTC')`, 1];
  const first = `(${moment}::date - ${doubt})`;
  const last = `(${moment}::date + ${doubt})`;
  return {
    whole: operator === '<' || operator === '<=' ? `${day} < ${first}` : `${day} > ${last}`,
    part: `(${column} >= ${first} AND ${column} < ${last} + 1)`,
  };
}
