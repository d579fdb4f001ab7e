import { isPlainObject } from '@almanac/validation';
import type { ParameterFaults } from '../../../calendar/parameters/parameter-faults';
import { readChanges } from '../../../calendar/parameters/read-parameters';
import type { EventRow } from '../rows/event-row';
import { RecurrenceDto, type SeriesDto } from './series.dto';
import { isSeries } from './rows/series-row';
import type { Complain, RecurrenceInput } from './recurrence/recurrence-input';

const MEMBERS = ['rrule', 'exdates', 'rdates'] as const;

/** The recurrence that a request sends. `complain` names a refused member as the caller sent it. */
export interface SentRecurrence {
  readonly members: RecurrenceInput;
  readonly complain: Complain;
}

/**
 * Requests send `rrule`, `exdates` and `rdates` as fields of their own, or inside `recurrence`, as answers show them. Of two, the field of its own
 * counts. `recurrence: null` ends the repetition.
 */
export function sentRecurrence(input: SeriesDto, faults: ParameterFaults): SentRecurrence {
  const { recurrence } = input;
  const own = sentMembers(input);
  const complain: Complain = (name, message) => {
    if (name in own || !isPlainObject(recurrence)) faults.add(name, message);
    else faults.addInside('recurrence', `recurrence.${name}`, `recurrence.${message}`);
  };
  if (recurrence === null) return { members: { rrule: '', ...own }, complain };
  if (!isPlainObject(recurrence)) return { members: own, complain };
  const inside = readChanges(RecurrenceDto, recurrence);
  faults.addNested('recurrence', 'recurrence', inside.faults);
  return { members: { ...sentMembers(inside.value), ...own }, complain };
}

/**
 * Members of `recurrence` that repeat what the answer shows are no change, so that a series whose start moves takes them along. Fields of their own
 * always count.
 */
export function changedRecurrence(sent: SentRecurrence, input: SeriesDto, event: EventRow): SentRecurrence {
  if (input.recurrence === undefined) return sent;
  const own = sentMembers(input);
  if (input.recurrence === null) return isSeries(event) ? sent : { ...sent, members: own };
  const shown = { rrule: event.rrule ?? '', exdates: event.exdates, rdates: event.rdates };
  const isRepeated = (name: keyof RecurrenceInput) =>
    !(name in own) && JSON.stringify(sent.members[name] ?? NONE[name]) === JSON.stringify(shown[name]);
  const { rrule, exdates, rdates } = sent.members;
  const endsRule = rrule === '' || rrule === null;
  return {
    ...sent,
    members: sentMembers({
      rrule: isRepeated('rrule') ? undefined : rrule,
      exdates: isRepeated('exdates') ? undefined : exdates,
      // The dates beside a rule that ends must be sent to stay.
      rdates: isRepeated('rdates') && (isRepeated('rrule') || !endsRule) ? undefined : rdates,
    }),
  };
}

/** The members that were sent. */
export const sentNames = ({ members }: SentRecurrence) => MEMBERS.filter((name) => name in members);

/** Whether the request describes a whole series. */
export const isSeriesSent = ({ recurrence }: { recurrence?: unknown }): boolean => isPlainObject(recurrence);

const NONE = { rrule: '', exdates: [], rdates: [] };

const sentMembers = (input: RecurrenceInput): RecurrenceInput =>
  Object.fromEntries(MEMBERS.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])));
