import { refuseParameter } from '../../../calendar/parameters/parameter-faults';
import { ONCE, type Recurrence, repeats, type SeriesDates } from './recurrence/expansion';
import type { RecurrenceRule } from './rules/recurrence-rule';
import { readRule, type Refused, ruleText } from './rules/rule-text';
import type { EventRow } from '../rows/event-row';
import { storedZone } from '../../../calendar/time-zones/stored-zone';

/** Start and end of the row's occurrence; for an event read by itself, of its first one. */
export const datesOf = (row: EventRow): SeriesDates => ({
  start: row.startsLocal,
  end: row.endsLocal,
  startUtc: new Date(row.startsAt * 1_000),
  endUtc: new Date(row.endsAt * 1_000),
  timezone: row.timezone,
  allDay: row.allDay,
  zone: storedZone(row.timezone),
});

/** The stored rule, or why it cannot be parsed; undefined for an event without one. */
export const storedRule = (row: EventRow): RecurrenceRule | Refused | undefined =>
  row.rrule === null ? undefined : readRule(row.rrule, datesOf(row));

/** @throws Problem 400 when the stored rule cannot be parsed; it tells the caller to send another one */
export function recurrenceOf(row: EventRow): Recurrence {
  const { exdates, rdates } = row;
  const rule = storedRule(row);
  if (rule && 'refused' in rule)
    return refuseParameter('rrule', `The stored rrule ${rule.refused}. Send another rrule.`);
  return { rule, exdates, rdates };
}

/** The recurrence that a new rule replaces. A stored rule that cannot be parsed counts as none. */
export function replacedRecurrence(row: EventRow): Recurrence {
  const rule = storedRule(row);
  return { rule: rule && !('refused' in rule) ? rule : undefined, exdates: row.exdates, rdates: row.rdates };
}

/** Whether the event takes place more than once by a rule or dates of its own. */
export const isSeries = ({ rrule, rdates }: { rrule: string | null; rdates: readonly unknown[] }): boolean =>
  rrule !== null || rdates.length > 0;

/** The columns that store a recurrence. */
export function recurrenceColumns(recurrence: Recurrence, dates: Pick<SeriesDates, 'zone' | 'allDay'>) {
  const { rule, exdates, rdates } = repeats(recurrence) ? recurrence : ONCE;
  return { rrule: rule ? ruleText(rule, dates) : null, exdates, rdates };
}

/** API members of an event that repeats or comes from a series; none for all others. */
export function recurrenceParts(row: EventRow) {
  const { id, occurrenceId, rrule, exdates, rdates, seriesId, recurrenceStart } = row;
  if (!isSeries(row) && seriesId === null) return {};
  return {
    occurrence_id: occurrenceId,
    series_id: seriesId ?? id,
    recurrence: isSeries(row) ? { rrule: rrule ?? '', exdates, rdates } : null,
    ...(recurrenceStart !== null && { recurrence_start: recurrenceStart }),
  };
}
