import { clockTime, type WallClock } from '../../../../calendar/time-zones/wall-clock';
import { type RecurrenceRule, WEEKDAYS } from './recurrence-rule';
import { readRule, type RuleContext, ruleText } from './rule-text';

/** The context of a rule, with the start of its event. */
type StartedContext = RuleContext & { readonly start: WallClock };

/** Whether two texts are the same rule for an event, although they write it differently. Texts that are no rules must be equal. */
export function isSameRule(one: string, other: string, dates: StartedContext): boolean {
  return one === other || normalForm(one, dates) === normalForm(other, dates);
}

function normalForm(text: string, dates: StartedContext): string {
  const rule = readRule(text, dates);
  return 'refused' in rule ? text : ruleText(sorted(rule, dates), dates);
}

/** The rule with its lists in order. A rule by the week names the weekday of the start, which is its default. */
function sorted(rule: RecurrenceRule, { start }: StartedContext): RecurrenceRule {
  const numbers = (list: readonly number[]) => [...new Set(list)].sort((a, b) => a - b);
  const weekday = WEEKDAYS[(new Date(clockTime(start)).getUTCDay() + 6) % 7];
  const own = rule.frequency === 'WEEKLY' && weekday ? [{ weekday, nth: undefined }] : [];
  return {
    ...rule,
    months: numbers(rule.months),
    weeks: numbers(rule.weeks),
    yearDays: numbers(rule.yearDays),
    monthDays: numbers(rule.monthDays),
    hours: numbers(rule.hours),
    minutes: numbers(rule.minutes),
    positions: numbers(rule.positions),
    days: rule.days.length === 0 ? own : rule.days.toSorted((a, b) => orderOf(a) - orderOf(b)),
  };
}

const orderOf = ({ weekday, nth = 0 }: RecurrenceRule['days'][number]): number =>
  nth * WEEKDAYS.length + WEEKDAYS.indexOf(weekday);
