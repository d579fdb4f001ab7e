import { newEventDates } from '../../dates/event-dates';
import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import type { SeriesDates } from '../recurrence/expansion';
import { isSameRule } from './rule-text';

/** A Tuesday. */
function dates(allDay: boolean): SeriesDates {
  const [timezone, start] = ['Europe/Rome', '2044-03-01 09:30'];
  const read = newEventDates({ start, end: start, timezone, allDay }, { siteZone: UTC, now: new Date() });
  if ('refused' in read) throw new Error('bad dates');
  return { ...read, zone: parseTimeZone(timezone) ?? UTC };
}

describe('a rule', () => {
  it.each([
    ['FREQ=DAILY;UNTIL=20440305T093000', 'FREQ=DAILY;UNTIL=20440305T083000Z'],
    ['FREQ=DAILY;UNTIL=20440305', 'FREQ=DAILY;UNTIL=20440305T225959Z'],
    ['FREQ=MONTHLY;BYDAY=+1TU', 'FREQ=MONTHLY;BYDAY=1TU'],
    ['FREQ=DAILY;COUNT=03', 'COUNT=3;FREQ=DAILY'],
    ['FREQ=WEEKLY;BYDAY=FR,MO', 'FREQ=WEEKLY;BYDAY=MO,FR'],
    ['FREQ=MONTHLY;BYDAY=-1FR,1MO', 'FREQ=MONTHLY;BYDAY=1MO,-1FR'],
    ['FREQ=MONTHLY;BYMONTHDAY=15,01,1', 'FREQ=MONTHLY;BYMONTHDAY=1,15'],
    ['FREQ=DAILY;BYHOUR=15,9;BYMINUTE=00', 'FREQ=DAILY;BYHOUR=9,15;BYMINUTE=0'],
    ['FREQ=WEEKLY;BYDAY=TU', 'FREQ=WEEKLY'],
    ['freq=daily; interval=1;wkst=mo;', 'FREQ=DAILY'],
    ['FREQ=DAILY;X-NAME=1;RSCALE=GREGORIAN;SKIP=OMIT', 'FREQ=DAILY'],
  ])('%s is the same as %s', (one, other) => {
    expect(isSameRule(one, other, dates(false))).toBe(true);
  });

  it.each([
    ['FREQ=DAILY;UNTIL=20440304T230000Z', 'FREQ=DAILY;UNTIL=20440305'],
    ['FREQ=DAILY;UNTIL=20440305T093000', 'FREQ=DAILY;UNTIL=20440305'],
    ['FREQ=DAILY;BYHOUR=9', 'FREQ=DAILY'],
  ])('of days, %s is the same as %s', (one, other) => {
    expect(isSameRule(one, other, dates(true))).toBe(true);
  });

  it.each([
    ['FREQ=DAILY;UNTIL=20440305T093000', 'FREQ=DAILY;UNTIL=20440305T093000Z'],
    ['FREQ=WEEKLY;BYDAY=WE', 'FREQ=WEEKLY'],
    ['FREQ=MONTHLY;BYDAY=1TU', 'FREQ=MONTHLY;BYDAY=-1TU'],
    ['FREQ=DAILY;BYHOUR=9', 'FREQ=DAILY;BYHOUR=9,15'],
    ['FREQ=DAILY;COUNT=3', ''],
    ['WHENEVER', 'SOMETIMES'],
  ])('%s differs from %s', (one, other) => {
    expect(isSameRule(one, other, dates(false))).toBe(false);
  });
});
