import { invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';
import { endOfDay, type WallClock } from '../../../calendar/time-zones/wall-clock';
import type { EventRow } from '../../events/rows/event-row';
import type { RecurrenceRule } from '../../events/series/rules/recurrence-rule';
import { isSameRule, ruleText } from '../../events/series/rules/rule-text';
import { DAY_NAMES, ordinal, ruleWords } from '../../events/series/rules/rule-words';
import { datesOf, isSeries, storedRule } from '../../events/series/series-row';
import { startText } from '../events/event-facts';

const choices = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));
const FREQUENCIES = {
  never: 'Does not repeat',
  DAILY: 'Daily',
  WEEKLY: 'Weekly',
  MONTHLY: 'Monthly',
  YEARLY: 'Yearly',
};
const NTHS = [...Array.from({ length: 31 }, (_, index) => index + 1), -1];
const CHOICES = {
  frequencies: choices(FREQUENCIES),
  weekdays: choices(DAY_NAMES),
  monthDays: choices({ '': 'The same date as the start', day: 'A day by its number', ...DAY_NAMES }),
  nths: NTHS.map((value) => ({ value: String(value), label: value > 0 ? ordinal(value) : 'last' })),
  ends: choices({ never: 'Never', until: 'On a date', count: 'After a number of times' }),
};

/** The fields of a rule, by their names in the form, which sends the days as a list. A rule that they cannot say is its own `repeat`. */
const NO_RULE = {
  ...{ repeat: 'never', repeat_interval: '1', repeat_days: '', repeat_on: '', repeat_nth: '1' },
  ...{ repeat_end: 'never', repeat_until: '', repeat_count: '', repeat_week_start: 'MO' },
};
type RepeatFields = typeof NO_RULE;

/** The data of the partial `recurrence-fields`. A rule that the fields cannot say is shown in words, and can be kept. */
export function recurrenceFields(row?: EventRow) {
  const rule = row && storedRule(row);
  const read = rule && !('refused' in rule) ? rule : undefined;
  const fields = row && read && fieldsOf(row, read);
  const kept = fields ? null : (row?.rrule ?? null);
  const dates = (list: readonly WallClock[] = []) =>
    list.map((value) => ({ value, text: startText(value, row?.allDay ?? false) }));
  return {
    ...CHOICES,
    repeat: fields ?? { ...NO_RULE, ...(kept !== null && { repeat: kept }) },
    kept,
    words: kept !== null && row && read ? (ruleWords(read, row.startsLocal) ?? kept) : kept,
    exdates: dates(row?.exdates),
    rdates: dates(row?.rdates),
  };
}

/**
 * The fields of the form as members of the API; none when they repeat what is stored, so that the rule keeps its spelling.
 * @param row the event to change, as the form showed it
 */
export function recurrenceInput(form: RawInput, row?: EventRow): { recurrence?: object | null } {
  // One date of a series has no such fields.
  if (form['repeat'] === undefined) return {};
  const recurrence = { rrule: rruleIn(form, row), exdates: filled(form['exdates']), rdates: filled(form['rdates']) };
  if (recurrence.rrule === '' && recurrence.rdates.length === 0)
    return row && isSeries(row) ? { recurrence: null } : {};
  const stored = row && { rrule: row.rrule ?? '', exdates: row.exdates, rdates: row.rdates };
  return JSON.stringify(recurrence) === JSON.stringify(stored) ? {} : { recurrence };
}

function rruleIn(form: RawInput, row?: EventRow): string {
  const text = (name: keyof RepeatFields) => filled(form[name]).join();
  if (text('repeat') === 'never') return '';
  if (!(text('repeat') in FREQUENCIES)) return text('repeat');
  const [end, until, count] = [text('repeat_end'), text('repeat_until'), text('repeat_count')];
  if (end === 'until' && until === '') invalid({ repeat_until: ['Choose the last date.'] });
  if (end === 'count' && count === '') invalid({ repeat_count: ['Say how many times the event takes place.'] });
  const rrule = rruleOf(text);
  return row?.rrule && isRuleOf(row, rrule) ? row.rrule : rrule;
}

const filled = (value: unknown): string[] =>
  [value].flat().flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []));

/** The value of an RRULE. The service judges its numbers. */
function rruleOf(field: (name: keyof RepeatFields) => string): string {
  const [repeat, interval, weekStart] = [field('repeat'), field('repeat_interval'), field('repeat_week_start')];
  const on = repeat === 'MONTHLY' ? field('repeat_on') : '';
  const ofMonth = on && `${field('repeat_nth')}${on.replace('day', '')}`;
  const parts = {
    FREQ: repeat,
    INTERVAL: interval === '1' ? '' : interval,
    COUNT: field('repeat_end') === 'count' ? field('repeat_count') : '',
    UNTIL: field('repeat_end') === 'until' ? field('repeat_until').replaceAll('-', '') : '',
    [on === 'day' ? 'BYMONTHDAY' : 'BYDAY']: repeat === 'WEEKLY' ? field('repeat_days') : ofMonth,
    WKST: weekStart === 'MO' ? '' : weekStart,
  };
  const filledParts = Object.entries(parts).filter(([, value]) => value !== '');
  return filledParts.map((part) => part.join('=')).join(';');
}

/** The rule of the event as fields; undefined when they cannot say it. */
function fieldsOf(row: EventRow, rule: RecurrenceRule): RepeatFields | undefined {
  const { frequency, interval, count, until, days, monthDays, weekStart } = rule;
  const [day] = frequency === 'MONTHLY' ? days : [];
  const nth = day?.nth ?? monthDays[0] ?? 1;
  const fields = {
    ...{ repeat: frequency, repeat_interval: String(interval), repeat_week_start: weekStart },
    repeat_days: frequency === 'WEEKLY' ? days.map(({ weekday }) => weekday).join() : '',
    ...{ repeat_on: day?.weekday ?? (monthDays.length > 0 ? 'day' : ''), repeat_nth: String(nth) },
    repeat_end: count ? 'count' : until ? 'until' : 'never',
    ...{ repeat_count: String(count ?? ''), repeat_until: until?.slice(0, 10) ?? '' },
  };
  const rrule = rruleOf((name) => fields[name]);
  return frequency in FREQUENCIES && NTHS.includes(nth) && isRuleOf(row, rrule) ? fields : undefined;
}

/** Whether the fields made the rule of the event. They have the day of its end, without the time. */
function isRuleOf(row: EventRow, rrule: string): boolean {
  const [rule, dates] = [storedRule(row), datesOf(row)];
  if (!rule || 'refused' in rule) return false;
  return isSameRule(rrule, ruleText({ ...rule, until: rule.until && endOfDay(rule.until) }, dates), dates);
}
