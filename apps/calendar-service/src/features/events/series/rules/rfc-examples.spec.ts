import { clockAt, LAST, wallClock } from '../../../../calendar/time-zones/wall-clock';
import { parseTimeZone, UTC } from '../../../../calendar/time-zones/time-zone';
import { isFinite } from './recurrence-rule';
import { ruleStarts } from './rule-starts';
import { readRule } from './rule-text';

const zone = parseTimeZone('America/New_York') ?? UTC;

/** Days of one month: `days('1997-09', 2, 4)`. */
const days = (month: string, ...list: number[]): string[] =>
  list.map((day) => `${month}-${String(day).padStart(2, '0')} 09:00`);
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => from + i);
const times = (day: string, ...list: string[]): string[] => list.map((time) => `${day} ${time}`);
const EVERY_OTHER_WEEK = [...days('1997-09', 1, 3, 5, 15, 17, 19, 29), ...days('1997-10', 1, 3, 13, 15, 17)];
const ALL_JANUARY = ['1998-01', '1999-01', '2000-01'].flatMap((month) => days(month, ...range(1, 31)));
const MINUTES = ['00', '20', '40'];

/** The examples of RFC 5545 §3.8.5.3, in its order. A rule without end shows its first starts. */
it.each<[rule: string, start: string, expected: string[]]>([
  ['FREQ=DAILY;COUNT=10', '1997-09-02', days('1997-09', ...range(2, 11))],
  ['FREQ=DAILY;INTERVAL=2', '1997-09-02', [...days('1997-09', 2, 4, 6, 8, 10, 12), ...days('1997-09', 14, 16)]],
  ['FREQ=DAILY;INTERVAL=10;COUNT=5', '1997-09-02', [...days('1997-09', 2, 12, 22), ...days('1997-10', 2, 12)]],
  ['FREQ=YEARLY;UNTIL=20000131T140000Z;BYMONTH=1;BYDAY=SU,MO,TU,WE,TH,FR,SA', '1998-01-01', ALL_JANUARY],
  ['FREQ=DAILY;UNTIL=20000131T140000Z;BYMONTH=1', '1998-01-01', ALL_JANUARY],
  [
    'FREQ=WEEKLY;COUNT=10',
    '1997-09-02',
    [...days('1997-09', 2, 9, 16, 23, 30), ...days('1997-10', 7, 14, 21, 28), ...days('1997-11', 4)],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;WKST=SU',
    '1997-09-02',
    [...days('1997-09', 2, 16, 30), ...days('1997-10', 14, 28), ...days('1997-11', 11, 25), ...days('1997-12', 9, 23)],
  ],
  [
    'FREQ=WEEKLY;UNTIL=19971007T000000Z;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    [...days('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), ...days('1997-10', 2)],
  ],
  [
    'FREQ=WEEKLY;COUNT=10;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    [...days('1997-09', 2, 4, 9, 11, 16, 18, 23, 25, 30), ...days('1997-10', 2)],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;UNTIL=19971224T000000Z;WKST=SU;BYDAY=MO,WE,FR',
    '1997-09-01',
    [
      ...EVERY_OTHER_WEEK,
      ...days('1997-10', 27, 29, 31),
      ...days('1997-11', 10, 12, 14, 24, 26, 28),
      ...days('1997-12', 8, 10, 12, 22),
    ],
  ],
  [
    'FREQ=WEEKLY;INTERVAL=2;COUNT=8;WKST=SU;BYDAY=TU,TH',
    '1997-09-02',
    [...days('1997-09', 2, 4, 16, 18, 30), ...days('1997-10', 2, 14, 16)],
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYDAY=1FR',
    '1997-09-05',
    [
      ...days('1997-09', 5),
      ...days('1997-10', 3),
      ...days('1997-11', 7),
      ...days('1997-12', 5),
      ...days('1998-01', 2),
      ...days('1998-02', 6),
      ...days('1998-03', 6),
      ...days('1998-04', 3),
      ...days('1998-05', 1),
      ...days('1998-06', 5),
    ],
  ],
  [
    'FREQ=MONTHLY;UNTIL=19971224T000000Z;BYDAY=1FR',
    '1997-09-05',
    [...days('1997-09', 5), ...days('1997-10', 3), ...days('1997-11', 7), ...days('1997-12', 5)],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;COUNT=10;BYDAY=1SU,-1SU',
    '1997-09-07',
    [
      ...days('1997-09', 7, 28),
      ...days('1997-11', 2, 30),
      ...days('1998-01', 4, 25),
      ...days('1998-03', 1, 29),
      ...days('1998-05', 3, 31),
    ],
  ],
  [
    'FREQ=MONTHLY;COUNT=6;BYDAY=-2MO',
    '1997-09-22',
    [
      ...days('1997-09', 22),
      ...days('1997-10', 20),
      ...days('1997-11', 17),
      ...days('1997-12', 22),
      ...days('1998-01', 19),
      ...days('1998-02', 16),
    ],
  ],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-3',
    '1997-09-28',
    [
      ...days('1997-09', 28),
      ...days('1997-10', 29),
      ...days('1997-11', 28),
      ...days('1997-12', 29),
      ...days('1998-01', 29),
      ...days('1998-02', 26),
    ],
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=2,15',
    '1997-09-02',
    ['1997-09', '1997-10', '1997-11', '1997-12', '1998-01'].flatMap((month) => days(month, 2, 15)),
  ],
  [
    'FREQ=MONTHLY;COUNT=10;BYMONTHDAY=1,-1',
    '1997-09-30',
    [
      ...days('1997-09', 30),
      ...days('1997-10', 1, 31),
      ...days('1997-11', 1, 30),
      ...days('1997-12', 1, 31),
      ...days('1998-01', 1, 31),
      ...days('1998-02', 1),
    ],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=18;COUNT=10;BYMONTHDAY=10,11,12,13,14,15',
    '1997-09-10',
    [...days('1997-09', ...range(10, 15)), ...days('1999-03', ...range(10, 13))],
  ],
  [
    'FREQ=MONTHLY;INTERVAL=2;BYDAY=TU',
    '1997-09-02',
    [
      ...days('1997-09', 2, 9, 16, 23, 30),
      ...days('1997-11', 4, 11, 18, 25),
      ...days('1998-01', 6, 13, 20, 27),
      ...days('1998-03', 3, 10, 17, 24, 31),
    ],
  ],
  [
    'FREQ=YEARLY;COUNT=10;BYMONTH=6,7',
    '1997-06-10',
    range(1997, 2001).flatMap((year) => [...days(`${year}-06`, 10), ...days(`${year}-07`, 10)]),
  ],
  [
    'FREQ=YEARLY;INTERVAL=2;COUNT=10;BYMONTH=1,2,3',
    '1997-03-10',
    [
      ...days('1997-03', 10),
      ...[1999, 2001, 2003].flatMap((year) => ['01', '02', '03'].flatMap((month) => days(`${year}-${month}`, 10))),
    ],
  ],
  [
    'FREQ=YEARLY;INTERVAL=3;COUNT=10;BYYEARDAY=1,100,200',
    '1997-01-01',
    [
      ...days('1997-01', 1),
      ...days('1997-04', 10),
      ...days('1997-07', 19),
      ...days('2000-01', 1),
      ...days('2000-04', 9),
      ...days('2000-07', 18),
      ...days('2003-01', 1),
      ...days('2003-04', 10),
      ...days('2003-07', 19),
      ...days('2006-01', 1),
    ],
  ],
  ['FREQ=YEARLY;BYDAY=20MO', '1997-05-19', [...days('1997-05', 19), ...days('1998-05', 18), ...days('1999-05', 17)]],
  [
    'FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO',
    '1997-05-12',
    [...days('1997-05', 12), ...days('1998-05', 11), ...days('1999-05', 17)],
  ],
  [
    'FREQ=YEARLY;BYMONTH=3;BYDAY=TH',
    '1997-03-13',
    [...days('1997-03', 13, 20, 27), ...days('1998-03', 5, 12, 19, 26), ...days('1999-03', 4, 11, 18, 25)],
  ],
  [
    'FREQ=YEARLY;BYDAY=TH;BYMONTH=6,7,8',
    '1997-06-05',
    [
      ...days('1997-06', 5, 12, 19, 26),
      ...days('1997-07', 3, 10, 17, 24, 31),
      ...days('1997-08', 7, 14, 21, 28),
      ...days('1998-06', 4, 11, 18, 25),
    ],
  ],
  [
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    '1997-09-02',
    // The RFC excludes the start by an EXDATE.
    [
      ...days('1997-09', 2),
      ...days('1998-02', 13),
      ...days('1998-03', 13),
      ...days('1998-11', 13),
      ...days('1999-08', 13),
      ...days('2000-10', 13),
    ],
  ],
  [
    'FREQ=MONTHLY;BYDAY=SA;BYMONTHDAY=7,8,9,10,11,12,13',
    '1997-09-13',
    [
      ...days('1997-09', 13),
      ...days('1997-10', 11),
      ...days('1997-11', 8),
      ...days('1997-12', 13),
      ...days('1998-01', 10),
      ...days('1998-02', 7),
    ],
  ],
  [
    'FREQ=YEARLY;INTERVAL=4;BYMONTH=11;BYDAY=TU;BYMONTHDAY=2,3,4,5,6,7,8',
    '1996-11-05',
    [...days('1996-11', 5), ...days('2000-11', 7), ...days('2004-11', 2)],
  ],
  [
    'FREQ=MONTHLY;COUNT=3;BYDAY=TU,WE,TH;BYSETPOS=3',
    '1997-09-04',
    [...days('1997-09', 4), ...days('1997-10', 7), ...days('1997-11', 6)],
  ],
  [
    'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-2',
    '1997-09-29',
    [
      ...days('1997-09', 29),
      ...days('1997-10', 30),
      ...days('1997-11', 27),
      ...days('1997-12', 30),
      ...days('1998-01', 29),
      ...days('1998-02', 26),
      ...days('1998-03', 30),
    ],
  ],
  [
    // The RFC has UNTIL=19970902T170000Z, and an erratum of its starts: 17:00 in New York is 21:00 in UTC.
    'FREQ=HOURLY;INTERVAL=3;UNTIL=19970902T210000Z',
    '1997-09-02',
    times('1997-09-02', '09:00', '12:00', '15:00'),
  ],
  [
    'FREQ=DAILY;BYHOUR=9,10,11,12,13,14,15,16;BYMINUTE=0,20,40',
    '1997-09-02',
    range(9, 16).flatMap((hour) =>
      times('1997-09-02', ...MINUTES.map((minute) => `${String(hour).padStart(2, '0')}:${minute}`)),
    ),
  ],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=MO', '1997-08-05', days('1997-08', 5, 10, 19, 24)],
  ['FREQ=WEEKLY;INTERVAL=2;COUNT=4;BYDAY=TU,SU;WKST=SU', '1997-08-05', days('1997-08', 5, 17, 19, 31)],
  [
    'FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5',
    '2007-01-15',
    [...days('2007-01', 15, 30), ...days('2007-02', 15), ...days('2007-03', 15, 30)],
  ],
  // Beyond the RFC. Without BYDAY, the weekday is that of the start.
  ['FREQ=YEARLY;BYWEEKNO=1,2', '2013-01-08', [...days('2013-01', 8), ...days('2013-12', 31), ...days('2014-01', 7)]],
  [
    'FREQ=YEARLY;BYWEEKNO=53',
    '2015-12-28',
    [...days('2015-12', 28), ...days('2020-12', 28), ...days('2026-12', 28), ...days('2032-12', 27)],
  ],
  [
    'FREQ=YEARLY;BYWEEKNO=-1;BYDAY=SU;COUNT=3',
    '2016-01-03',
    [...days('2016-01', 3), ...days('2017-01', 1), ...days('2017-12', 31)],
  ],
  [
    'FREQ=YEARLY;BYWEEKNO=52;BYDAY=SA;WKST=SU',
    '1996-12-28',
    [...days('1996-12', 28), ...days('1997-12', 27), ...days('1999-01', 2), ...days('2000-01', 1)],
  ],
  [
    'FREQ=YEARLY;BYWEEKNO=1;BYDAY=MO;UNTIL=20241230T150000Z',
    '2024-01-01',
    [...days('2024-01', 1), ...days('2024-12', 30)],
  ],
  [
    'FREQ=DAILY;BYHOUR=17,9,12;BYSETPOS=-1;COUNT=3',
    '2016-01-01',
    [...days('2016-01', 1), ...times('2016-01-01', '17:00'), ...times('2016-01-02', '17:00')],
  ],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=1,-1;COUNT=4', '2016-01-04', days('2016-01', 4, 8, 11, 15)],
  ['FREQ=HOURLY;BYMINUTE=0,15,30,45;BYSETPOS=2;COUNT=3', '2016-01-01', times('2016-01-01', '09:00', '09:15', '10:15')],
  [
    'FREQ=HOURLY;INTERVAL=2;BYHOUR=9,10,11;COUNT=3',
    '2016-01-01',
    [...times('2016-01-01', '09:00', '11:00'), ...times('2016-01-02', '09:00')],
  ],
  [
    'FREQ=WEEKLY;BYDAY=FR;BYHOUR=8,20;BYMINUTE=30;COUNT=4',
    '2016-01-01',
    [...days('2016-01', 1), ...times('2016-01-01', '20:30'), ...times('2016-01-08', '08:30', '20:30')],
  ],
  [
    'FREQ=DAILY;BYHOUR=9,15;UNTIL=20160102T140000Z',
    '2016-01-01',
    [...times('2016-01-01', '09:00', '15:00'), ...times('2016-01-02', '09:00')],
  ],
])('%s from %s', (text, start, expected) => {
  const rule = readRule(text, { zone, allDay: false });
  if ('refused' in rule) throw new Error(rule.refused);
  const found = ruleStarts(rule, wallClock(`${start} 09:00:00`), isFinite(rule) ? LAST : Date.parse('2040-01-01'));
  const shown = found.map((time) => clockAt(time).slice(0, 16));
  expect(isFinite(rule) ? shown : shown.slice(0, expected.length)).toEqual(expected);
});

it.each([
  ['FREQ=MINUTELY;INTERVAL=15;COUNT=6'],
  ['FREQ=MINUTELY;INTERVAL=90;COUNT=4'],
  ['FREQ=MINUTELY;INTERVAL=20;BYHOUR=9,10,11,12,13,14,15,16'],
])('%s of the RFC is refused', (text) => {
  expect(readRule(text, { zone, allDay: false })).toEqual({ refused: expect.stringContaining('FREQ=MINUTELY') });
});
