import { refuseParameter } from '../../domain/parameters/parameter-faults';
import { ONCE, type Recurrence, repeats, type SeriesDates } from '../../domain/recurrence/expansion';
import { readRule, ruleText } from '../../domain/recurrence/rule-text';
import type { EventRow } from './event-row';
import { storedZone } from '../../domain/time-zones/stored-zone';

/** When the row's occurrence takes place; of an event read by itself that is its first one. */
export const datesOf = (row: EventRow): SeriesDates => ({
  start: row.startsLocal,
  end: row.endsLocal,
  startUtc: new Date(row.startsAt * 1_000),
  endUtc: new Date(row.endsAt * 1_000),
  timezone: row.timezone,
  allDay: row.allDay,
  zone: storedZone(row.timezone),
});

/** @throws Problem 400 when the stored rule cannot be read, so that the caller learns how to mend it */
export function recurrenceOf(row: EventRow): Recurrence {
  const { rrule, exdates, rdates } = row;
  const rule = rrule === null ? undefined : readRule(rrule, datesOf(row));
  if (rule && 'refused' in rule) return refuseParameter('rrule', `The stored rrule ${rule.refused}. Send another rrule.`);
  return { rule, exdates, rdates };
}

/** The recurrence that a new rule replaces: one that cannot be read counts as none. */
export function replacedRecurrence(row: EventRow): Recurrence {
  const rule = row.rrule === null ? undefined : readRule(row.rrule, datesOf(row));
  return { rule: rule && !('refused' in rule) ? rule : undefined, exdates: row.exdates, rdates: row.rdates };
}

/** Whether the event takes place more than once by a rule or dates of its own. */
export const isSeries = ({ rrule, rdates }: EventRow): boolean => rrule !== null || rdates.length > 0;

/** How a recurrence is stored. */
export function recurrenceColumns(recurrence: Recurrence, dates: Pick<SeriesDates, 'zone' | 'allDay'>) {
  const { rule, exdates, rdates } = repeats(recurrence) ? recurrence : ONCE;
  return { rrule: rule ? ruleText(rule, dates) : null, exdates, rdates };
}

/** What the API tells of an event that repeats, or that comes from one; nothing of all others. */
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
