import { parseTimeZone, type TimeZone, UTC } from '../time-zones/time-zone';
import { wallOf } from './date-reading';
import { parseDateText } from './parse-date-text';

const rome = parseTimeZone('Europe/Rome') ?? UTC;
const hongKong = parseTimeZone('Asia/Hong_Kong') ?? UTC;
/** A Saturday, 10:44:24 in Rome. */
const now = new Date('2026-11-21T09:44:24.789Z');

const read = (text: string, zone: TimeZone = rome) => {
  const reading = parseDateText(text, zone, now);
  if (reading === undefined) return undefined;
  return 'wall' in reading ? reading.wall : reading.instant.toISOString();
};

describe('a date in figures', () => {
  it.each([
    ['2031-05-01', '2031-05-01 00:00:00'],
    ['2031-05-01 10:00', '2031-05-01 10:00:00'],
    ['2031-05-01T11:30', '2031-05-01 11:30:00'],
    ['2031-05-01 10:00:59', '2031-05-01 10:00:59'],
    ['2031-05-01T10:00:59.999', '2031-05-01 10:00:59'],
    ['  2031-05-01   10:00  ', '2031-05-01 10:00:00'],
    ['2031-5-1 9:05', '2031-05-01 09:05:00'],
    ['2031-05-01 5pm', '2031-05-01 17:00:00'],
    ['2031-05-01 12:15 am', '2031-05-01 00:15:00'],
    ['2031/05/01', '2031-05-01 00:00:00'],
    ['2031-05', '2031-05-01 00:00:00'],
    ['10/02/2031', '2031-10-02 00:00:00'],
    ['10-02-2031', '2031-02-10 00:00:00'],
    ['10.02.2031 08:00', '2031-02-10 08:00:00'],
    ['2031-W05', '2031-01-27 00:00:00'],
    ['2031W053', '2031-01-29 00:00:00'],
    ['2032-W53-6', '2033-01-01 00:00:00'],
    ['20310210T101500', '2031-02-10 10:15:00'],
    ['1900-01-01 10:00', '1900-01-01 10:00:00'],
    ['9999-01-01 10:00', '9999-01-01 10:00:00'],
    ['2032-02-29', '2032-02-29 00:00:00'],
  ])('%j is the wall clock %j', (text, wall) => expect(read(text)).toBe(wall));

  it.each([
    ['2031-03-10T12:00:00+01:00', '2031-03-10T11:00:00.000Z'],
    ['2031-03-10 12:00:00 +0100', '2031-03-10T11:00:00.000Z'],
    ['2031-05-01T10:00:00+05:00', '2031-05-01T05:00:00.000Z'],
    ['2031-05-01T10:00:00-03', '2031-05-01T13:00:00.000Z'],
    ['2031-05-01T10:00:00Z', '2031-05-01T10:00:00.000Z'],
    ['2031-05-01 10:00 UTC', '2031-05-01T10:00:00.000Z'],
    ['20310210T101500Z', '2031-02-10T10:15:00.000Z'],
    ['2032-02-29T23:30:00-05:00', '2032-03-01T04:30:00.000Z'],
  ])('%j with an offset is the instant %j', (text, instant) => expect(read(text)).toBe(instant));
});

it.each([
  ['1930000000', '2031-02-28 00:06:40'],
  ['1814436000', '2027-07-01 12:00:00'],
  ['@1814436000', '2027-07-01 12:00:00'],
  ['2027', '1970-01-01 01:33:47'],
  ['20270210', '1970-08-23 16:36:50'],
  ['0', '1970-01-01 01:00:00'],
])('the digits %s are seconds since 1970, %s in Rome', (text, wall) => {
  const reading = parseDateText(text, UTC, now);
  expect(reading && wallOf(reading, rome)).toBe(wall);
});

describe('a relative date', () => {
  it.each([
    ['now', '2026-11-21T09:44:24.000Z'],
    ['today', '2026-11-21 00:00:00'],
    ['Tomorrow', '2026-11-22 00:00:00'],
    ['yesterday', '2026-11-20 00:00:00'],
    ['midnight', '2026-11-21 00:00:00'],
    ['noon', '2026-11-21 12:00:00'],
    ['tomorrow 9am', '2026-11-22 09:00:00'],
    ['tomorrow at 9:30 pm', '2026-11-22 21:30:00'],
    ['10:00 tomorrow', '2026-11-22 10:00:00'],
    ['tomorrow noon', '2026-11-22 12:00:00'],
    ['today 23:59:59', '2026-11-21 23:59:59'],
    ['10:00', '2026-11-21 10:00:00'],
    ['9am', '2026-11-21 09:00:00'],
    ['saturday', '2026-11-21 00:00:00'],
    ['next saturday', '2026-11-28 00:00:00'],
    ['last saturday', '2026-11-14 00:00:00'],
    ['next wednesday', '2026-11-25 00:00:00'],
    ['next wednesday at 15:00', '2026-11-25 15:00:00'],
    ['Thurs', '2026-11-26 00:00:00'],
    ['last monday', '2026-11-16 00:00:00'],
    ['+10 weeks', '2027-01-30 10:44:24'],
    ['+5 weeks', '2026-12-26 10:44:24'],
    ['1 week', '2026-11-28 10:44:24'],
    ['-3 days', '2026-11-18 10:44:24'],
    ['3 days ago', '2026-11-18 10:44:24'],
    ['in 3 days', '2026-11-24 10:44:24'],
    ['+1 week 2 days', '2026-11-30 10:44:24'],
    ['+1month-1day', '2026-12-20 10:44:24'],
    ['next month', '2026-12-21 10:44:24'],
    ['last year', '2025-11-21 10:44:24'],
    ['+1 fortnight', '2026-12-05 10:44:24'],
    ['+90 minutes', '2026-11-21T11:14:24.000Z'],
    ['in 2 hours', '2026-11-21T11:44:24.000Z'],
    ['1 day 1 hour ago', '2026-11-20T08:44:24.000Z'],
  ])('%j is %j', (text, value) => expect(read(text)).toBe(value));

  it('starts from the current day in the zone', () => {
    const lateInRome = new Date('2026-11-21T22:30:00Z');
    expect(parseDateText('tomorrow 9am', rome, lateInRome)).toEqual({ wall: '2026-11-22 09:00:00' });
    expect(parseDateText('tomorrow 9am', hongKong, lateInRome)).toEqual({ wall: '2026-11-23 09:00:00' });
  });

  it('keeps the local time with days, but not with hours, across a clock change', () => {
    const eveOfSummerTime = new Date('2031-03-29T09:00:00Z');
    expect(parseDateText('+1 day', rome, eveOfSummerTime)).toEqual({ wall: '2031-03-30 10:00:00' });
    expect(parseDateText('+24 hours', rome, eveOfSummerTime)).toEqual({ instant: new Date('2031-03-30T09:00:00Z') });
  });

  it.each(['2031-03-09 02:30', '2031-04-06 02:30'])('ignores whether %s exists in the zone of the process', (day) => {
    const at = new Date(`${day.replace(' ', 'T')}:00Z`);
    expect(parseDateText('+0 days', UTC, at)).toEqual({ wall: `${day}:00` });
  });

  it('stops at the last day of a shorter month', () => {
    expect(parseDateText('+1 month', UTC, new Date('2031-01-31T10:00:00Z'))).toEqual({ wall: '2031-02-28 10:00:00' });
  });
});

describe('a date with the name of the month', () => {
  it.each([
    ['10 February 2031', '2031-02-10 00:00:00'],
    ['Feb 10, 2031', '2031-02-10 00:00:00'],
    ['10 Feb 2031 08:15', '2031-02-10 08:15:00'],
    ['May 1 2031', '2031-05-01 00:00:00'],
    ['May 1 2031 10am', '2031-05-01 10:00:00'],
    ['May 1st, 2031 at 10:00', '2031-05-01 10:00:00'],
    ['Monday 10 February 2031', '2031-02-10 00:00:00'],
    ['February 2031', '2031-02-01 00:00:00'],
    ['1 may 2031 1:30pm', '2031-05-01 13:30:00'],
    ['12 December', '2026-12-12 00:00:00'],
    ['Jan 1', '2027-01-01 00:00:00'],
    ['Mon, 10 Feb 2031 10:00:00 +0100', '2031-02-10T09:00:00.000Z'],
    ['May 1 2031 10am EST', '2031-05-01T15:00:00.000Z'],
  ])('%j is %j', (text, value) => expect(read(text)).toBe(value));
});

it.each<[string, string[]]>([
  ['nothing', ['', '   ']],
  [
    'no date',
    [
      'foo',
      'foo date',
      'bar',
      'bar date',
      'before my birthday',
      '-',
      '#',
      '5 apples',
      'next apple',
      'a'.repeat(101),
      'UTC',
    ],
  ],
  ['military zone letters', ['x', 'z', 'A', 'Z', '10 x']],
  [
    'days that do not exist',
    [
      '2031-02-30',
      '2027-02-29',
      '2031-13-45',
      '2031-04-31 10:00',
      '31 February 2031',
      'February 30 2031',
      '32-01-2031',
    ],
  ],
  ['weeks that do not exist', ['2031-W00', '2031-W53', '2031-W05-8']],
  [
    'times that do not exist',
    [
      '2031-02-10 24:00:00',
      '2031-02-10 23:60',
      '2031-02-10T25:00Z',
      'tomorrow 24:00',
      '13pm',
      '0am',
      '10 Feb 2031 24:00:00',
    ],
  ],
  ['offsets that do not exist', ['2031-02-10T10:00+15:00', '2031-02-10T10:00+01:60', '2031-02-10T10:00:00 01:00']],
  ['years first with dots', ['2031.02.10']],
  [
    'dates within other text',
    [
      'come on 10 February 2031',
      '10 February 2031 or later',
      'not tomorrow',
      '2031-02-10 foo',
      '2031-02-10 - 2031-02-11',
    ],
  ],
  ['two dates', ['10 - 12 May 2031', 'May 1 2031 10:00 - 11:00', 'May 1 2031 and May 2 2031']],
  ['hours without a half or minutes', ['tomorrow 9', 'tomorrow at 9']],
])('parseDateText rejects %s: %j', (_, texts) => {
  expect(texts.filter((text) => read(text) !== undefined)).toEqual([]);
});
