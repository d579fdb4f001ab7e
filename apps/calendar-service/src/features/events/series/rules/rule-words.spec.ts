import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { wallClock } from '../../../../calendar/time-zones/wall-clock';
import { readRule } from './rule-text';
import { ruleWords } from './rule-words';

/** A Monday. */
const START = wallClock('2031-05-05 10:00:00');
const zone = parseTimeZone('Europe/Rome') ?? UTC;

function words(text: string): string | undefined {
  const rule = readRule(text, { zone, allDay: false });
  return 'refused' in rule ? rule.refused : ruleWords(rule, START);
}

describe('ruleWords', () => {
  it.each([
    ['FREQ=HOURLY;INTERVAL=6', 'Every 6 hours'],
    ['FREQ=DAILY', 'Every day'],
    ['FREQ=DAILY;INTERVAL=3;COUNT=10', 'Every 3 days, 10 times'],
    ['FREQ=DAILY;COUNT=1', 'Every day, once'],
    ['FREQ=DAILY;BYMONTH=1,7', 'Every day in January and July'],
    ['FREQ=WEEKLY', 'Every week on Monday'],
    ['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,WE,FR', 'Every 2 weeks on Monday, Wednesday and Friday'],
    ['FREQ=WEEKLY;UNTIL=20310630T080000Z', 'Every week on Monday, until 30 June 2031'],
    ['FREQ=MONTHLY', 'Every month on the 5th'],
    ['FREQ=MONTHLY;BYMONTHDAY=1,2,3,11,22', 'Every month on the 1st, 2nd, 3rd, 11th and 22nd'],
    ['FREQ=MONTHLY;BYMONTHDAY=-1', 'Every month on the last day'],
    ['FREQ=MONTHLY;BYMONTHDAY=1;BYMONTH=3', 'Every month on the 1st of March'],
    ['FREQ=MONTHLY;BYDAY=2TU', 'Every month on the second Tuesday'],
    ['FREQ=MONTHLY;BYDAY=-1FR,-2SU', 'Every month on the last Friday and the second to last Sunday'],
    ['FREQ=MONTHLY;BYDAY=MO', 'Every month on every Monday'],
    ['FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', 'Every month on the 13th, if it is a Friday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1', 'Every month on the last Monday or Tuesday'],
    ['FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1', 'Every month on the first weekday'],
    ['FREQ=MONTHLY;BYMONTHDAY=10,20;BYSETPOS=-1', 'Every month on the last of: the 10th and 20th'],
    ['FREQ=YEARLY', 'Every year on the 5th of May'],
    ['FREQ=YEARLY;BYMONTH=1,6', 'Every year on the 5th of January and June'],
    ['FREQ=YEARLY;BYMONTH=11;BYDAY=4TH', 'Every year on the fourth Thursday in November'],
    ['FREQ=YEARLY;BYYEARDAY=100,-1', 'Every year on the 100th and last day of the year'],
    ['FREQ=YEARLY;BYWEEKNO=20', 'Every year on Monday in week 20'],
    ['FREQ=YEARLY;BYWEEKNO=1,-1;BYDAY=FR', 'Every year on Friday in week 1 and the last week of the year'],
    ['FREQ=DAILY;BYHOUR=15,9;COUNT=6', 'Every day at 09:00 and 15:00, 6 times'],
    ['FREQ=DAILY;BYHOUR=10;BYMINUTE=0;BYSECOND=0', 'Every day'],
    ['FREQ=WEEKLY;BYDAY=MO;BYHOUR=9;BYMINUTE=0,30', 'Every week on Monday at 09:00 and 09:30'],
    ['FREQ=DAILY;BYHOUR=9,10,11,12;BYMINUTE=0,30', undefined],
    ['FREQ=DAILY;BYHOUR=9,15;BYSETPOS=-1', undefined],
    ['FREQ=HOURLY;BYHOUR=9,10,11', undefined],
  ])('writes %s as "%s"', (text, expected) => {
    expect(words(text)).toBe(expected);
  });
});
