import { nonEmpty } from '@almanac/testing';
import ICAL from 'ical.js';
import { parseTimeZone, type TimeZone, UTC } from '../../time-zones/time-zone';
import { writeTimeZone } from './write-time-zone';

const zoneOf = (name: string): TimeZone => parseTimeZone(name) ?? UTC;
const linesOf = (text: string): string[] => text.trimEnd().split('\r\n');

/** Months whose offsets differ from those of the platform, for a reader that knows only the file. */
function faults(text: string, zone: TimeZone, firstYear: number, lastYear: number): string[] {
  const read = new ICAL.Timezone(new ICAL.Component(ICAL.parse(text)));
  const years = Array.from({ length: lastYear - firstYear + 1 }, (_, i) => firstYear + i);
  const days = years.flatMap((year) =>
    Array.from({ length: 24 }, (_, i) => Date.UTC(year, Math.floor(i / 2), i % 2 === 0 ? 1 : 15, 12)),
  );
  return nonEmpty(days).flatMap((day) => {
    const offset = zone.rules.offset(day);
    const clock = new Date(day + offset * 60_000);
    const time = ICAL.Time.fromData({
      year: clock.getUTCFullYear(),
      month: clock.getUTCMonth() + 1,
      day: clock.getUTCDate(),
      hour: clock.getUTCHours(),
      minute: clock.getUTCMinutes(),
      second: 0,
      isDate: false,
    });
    const told = read.utcOffset(time) / 60;
    return told === offset ? [] : [`${new Date(day).toISOString()}: ${told} instead of ${offset}`];
  });
}

/** Zones that follow one rule, or keep one offset, in all years to come. */
const LASTING = [
  'Europe/Rome',
  'Europe/London',
  'Europe/Dublin',
  'Europe/Moscow',
  'Africa/Cairo',
  'Africa/Johannesburg',
  'America/New_York',
  'America/St_Johns',
  'America/Havana',
  'America/Santiago',
  'America/Asuncion',
  'America/Sao_Paulo',
  'America/Nuuk',
  'America/Scoresbysund',
  'Atlantic/Azores',
  'Asia/Beirut',
  'Asia/Jerusalem',
  'Asia/Kolkata',
  'Asia/Tehran',
  'Australia/Lord_Howe',
  'Australia/Sydney',
  'Antarctica/Troll',
  'Pacific/Apia',
  'Pacific/Auckland',
  'Pacific/Chatham',
  'Pacific/Easter',
  'Pacific/Kiritimati',
  'UTC+5:30',
];
/** Zones whose changes follow the Islamic calendar. */
const CHANGING = ['Africa/Casablanca', 'Asia/Gaza'];

describe('the VTIMEZONE of a calendar file', () => {
  it.each(LASTING)('%s is right for all later years, and short', (name) => {
    const zone = zoneOf(name);
    for (const firstYear of [2027, 2031, 2044]) {
      const text = writeTimeZone(zone, firstYear, firstYear + 3);
      expect(faults(text, zone, firstYear - 1, 2052)).toEqual([]);
      expect(linesOf(text).length).toBeLessThanOrEqual(40);
    }
  });

  it.each(LASTING)('%s is the same however far its events reach', (name) => {
    const zone = zoneOf(name);
    expect(writeTimeZone(zone, 2031, 2040)).toBe(writeTimeZone(zone, 2031, 2031));
  });

  it.each([...LASTING, ...CHANGING])('%s is right in the years of events long ago and in the far future', (name) => {
    const zone = zoneOf(name);
    for (const [firstYear, lastYear] of [
      [1971, 1973],
      [1985, 2026],
      [2005, 2012],
      [2085, 2090],
    ] as const)
      expect(faults(writeTimeZone(zone, firstYear, lastYear), zone, firstYear - 1, lastYear + 1)).toEqual([]);
  });

  it.each(CHANGING)('%s has each change by itself', (name) => {
    const text = writeTimeZone(zoneOf(name), 2031, 2034);
    expect(text).not.toMatch(/RRULE:(?!.*UNTIL)/);
    expect(faults(text, zoneOf(name), 2030, 2035)).toEqual([]);
  });

  it('has the rule of former years until it changed', () => {
    const text = writeTimeZone(zoneOf('America/New_York'), 1998, 2031).replaceAll('\r\n ', '');
    expect([...text.matchAll(/DTSTART:(.*)\r\n.*\r\n.*\r\nRRULE:(.*)\r\n/g)].map(([, ...parts]) => parts)).toEqual([
      ['19970406T020000', 'FREQ=YEARLY;BYMONTH=4;BYDAY=1SU;UNTIL=20060402T070000Z'],
      ['19971026T020000', 'FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU;UNTIL=20061029T060000Z'],
      ['20070311T020000', 'FREQ=YEARLY;BYMONTH=3;BYDAY=2SU'],
      ['20071104T020000', 'FREQ=YEARLY;BYMONTH=11;BYDAY=1SU'],
    ]);
  });

  it('claims no rule for the future that a zone will have given up', () => {
    expect(writeTimeZone(zoneOf('America/New_York'), 1998, 2001)).not.toMatch(/RRULE:(?!.*UNTIL)/);
  });

  it.each([
    [
      'Europe/Rome',
      ['20300331T020000', '+0100', '+0200', 'BYMONTH=3;BYDAY=-1SU'],
      ['20301027T030000', '+0200', '+0100', 'BYMONTH=10;BYDAY=-1SU'],
    ],
    [
      'Europe/Dublin',
      ['20300331T010000', '+0000', '+0100', 'BYMONTH=3;BYDAY=-1SU'],
      ['20301027T020000', '+0100', '+0000', 'BYMONTH=10;BYDAY=-1SU'],
    ],
    [
      'America/New_York',
      ['20300310T020000', '-0500', '-0400', 'BYMONTH=3;BYDAY=2SU'],
      ['20301103T020000', '-0400', '-0500', 'BYMONTH=11;BYDAY=1SU'],
    ],
    [
      'America/Santiago',
      ['20300908T000000', '-0400', '-0300', 'BYMONTH=9;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU'],
      ['20300407T000000', '-0300', '-0400', 'BYMONTH=4;BYMONTHDAY=2,3,4,5,6,7,8;BYDAY=SU'],
    ],
    [
      'Asia/Jerusalem',
      ['20300329T020000', '+0200', '+0300', 'BYMONTH=3;BYMONTHDAY=23,24,25,26,27,28,29;BYDAY=FR'],
      ['20301027T020000', '+0300', '+0200', 'BYMONTH=10;BYDAY=-1SU'],
    ],
    [
      'Australia/Lord_Howe',
      ['20301006T020000', '+1030', '+1100', 'BYMONTH=10;BYDAY=1SU'],
      ['20300407T020000', '+1100', '+1030', 'BYMONTH=4;BYDAY=1SU'],
    ],
  ])('%s begins each offset on the clock before the change (RFC 5545, 3.6.5)', (name, daylight, standard) => {
    const text = writeTimeZone(zoneOf(name), 2031, 2031);
    const found = ['DAYLIGHT', 'STANDARD'].map((kind) => {
      const lines =
        'BEGIN:KIND\r\nDTSTART:(.*)\r\nTZOFFSETFROM:(.*)\r\nTZOFFSETTO:(.*)\r\nRRULE:FREQ=YEARLY;(.*)\r\nTZNAME';
      const [, ...parts] = new RegExp(lines.replace('KIND', kind)).exec(text.replaceAll('\r\n ', '')) ?? [];
      return parts;
    });
    expect(found).toEqual([daylight, standard]);
  });

  it('has seconds in local mean times', () => {
    expect(writeTimeZone(zoneOf('Europe/Rome'), 1850, 1850)).toContain('TZOFFSETTO:+004956\r\n');
  });
});
