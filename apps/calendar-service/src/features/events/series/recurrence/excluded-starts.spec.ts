import { newEventDates } from '../../dates/event-dates';
import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { wallClock } from '../../../../calendar/time-zones/wall-clock';
import { excludedStarts } from './recurrence-input';
import type { SeriesDates } from './expansion';

function dates(allDay: boolean): SeriesDates {
  const [timezone, start] = ['Europe/Rome', '2031-03-01 10:00'];
  const read = newEventDates({ start, end: start, timezone, allDay }, { siteZone: UTC, now: new Date() });
  if ('refused' in read) throw new Error('bad dates');
  return { ...read, zone: parseTimeZone(timezone) ?? UTC };
}

function excluded(rule: string | null, exrules: string[], { rdates = [] as string[], allDay = false } = {}) {
  const starts = excludedStarts(dates(allDay), { rule, rdates: rdates.map(wallClock), exrules });
  return starts?.map((start) => start.slice(5, allDay ? 10 : 16));
}

const at = (...days: string[]) => days.map((day) => `${day} 10:00`);

describe('the starts that an EXRULE names', () => {
  it.each<[rule: string, exrules: string[], expected: string[]]>([
    ['FREQ=DAILY;COUNT=10', ['FREQ=DAILY;INTERVAL=2;COUNT=5'], at('03-01', '03-03', '03-05', '03-07', '03-09')],
    ['FREQ=DAILY;COUNT=4', ['FREQ=DAILY;INTERVAL=2'], at('03-01', '03-03')],
    ['FREQ=DAILY', ['FREQ=DAILY;INTERVAL=3;UNTIL=20310305T090000Z'], at('03-01', '03-04')],
    // The start is a Saturday, so that it is no exception itself.
    ['FREQ=DAILY;COUNT=7', ['FREQ=WEEKLY;BYDAY=MO,WE'], at('03-03', '03-05')],
    ['FREQ=DAILY;COUNT=5', ['FREQ=DAILY;INTERVAL=3', 'FREQ=WEEKLY;BYDAY=MO'], at('03-01', '03-03', '03-04')],
    ['FREQ=WEEKLY;COUNT=3', ['FREQ=DAILY;INTERVAL=7;BYHOUR=11'], []],
  ])('of %s, %j, are %j', (rule, exrules, expected) => {
    expect(excluded(rule, exrules)).toEqual(expected);
  });

  it('may be additional dates', () => {
    const rdates = ['2031-03-08 10:00:00', '2031-03-09 10:00:00'];
    expect(excluded(null, ['FREQ=DAILY;INTERVAL=7;COUNT=2'], { rdates })).toEqual(at('03-01', '03-08'));
  });

  it('are days for all-day events', () => {
    expect(excluded('FREQ=DAILY;COUNT=3', ['FREQ=DAILY;INTERVAL=2;UNTIL=20310302T230000Z'], { allDay: true })).toEqual([
      '03-01',
      '03-03',
    ]);
  });

  it.each<[why: string, rule: string, exrules: string[]]>([
    ['neither rule ends', 'FREQ=DAILY', ['FREQ=WEEKLY']],
    ['they are too many', 'FREQ=DAILY;COUNT=3000', ['FREQ=DAILY;COUNT=1001']],
    ['the rule cannot be read', 'FREQ=DAILY;COUNT=3', ['WHENEVER']],
    ['there are too many rules', 'FREQ=DAILY;COUNT=3', [1, 2, 3, 4, 5, 6].map((n) => `FREQ=DAILY;INTERVAL=${n}`)],
    ['a search would take long', 'FREQ=DAILY;COUNT=3', ['FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30']],
  ])('cannot be listed when %s', (_, rule, exrules) => {
    expect(excluded(rule, exrules)).toBeUndefined();
  });
});
