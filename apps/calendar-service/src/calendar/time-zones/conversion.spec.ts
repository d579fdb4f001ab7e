import fc from 'fast-check';
import { toInstant, toIsoText, toWallClock } from './conversion';
import { parseTimeZone, type TimeZone, UTC } from './time-zone';
import { clockAt, clockTime, wallClock } from './wall-clock';

const zoneOf = (name: string): TimeZone => parseTimeZone(name) ?? UTC;
const instantText = (wall: string, zone: string) => toWallClock(toInstant(wallClock(wall), zoneOf(zone)), UTC);

it.each([
  ['Europe/Rome', '2031-01-15 09:00:00', '2031-01-15 08:00:00'],
  ['Europe/Rome', '2031-07-15 09:00:00', '2031-07-15 07:00:00'],
  ['Europe/Rome', '2031-01-01 00:30:00', '2030-12-31 23:30:00'],
  ['Europe/Rome', '1900-01-01 10:00:00', '1900-01-01 09:00:00'],
  ['Europe/Rome', '9999-01-01 10:00:00', '9999-01-01 09:00:00'],
  ['America/New_York', '2031-01-15 09:00:00', '2031-01-15 14:00:00'],
  ['America/New_York', '2031-07-15 09:00:00', '2031-07-15 13:00:00'],
  ['Asia/Hong_Kong', '2031-07-15 06:00:00', '2031-07-14 22:00:00'],
  ['America/Juneau', '2031-07-15 20:00:00', '2031-07-16 04:00:00'],
  ['Asia/Kathmandu', '2031-07-15 12:00:00', '2031-07-15 06:15:00'],
  ['America/St_Johns', '2031-07-15 12:00:00', '2031-07-15 14:30:00'],
  ['America/St_Johns', '2031-01-15 12:00:00', '2031-01-15 15:30:00'],
  ['Europe/Lisbon', '2031-01-15 12:00:00', '2031-01-15 12:00:00'],
  ['Australia/Sydney', '2031-01-15 12:00:00', '2031-01-15 01:00:00'],
  ['Australia/Lord_Howe', '2031-01-15 12:00:00', '2031-01-15 01:00:00'],
  ['Australia/Lord_Howe', '2031-07-15 12:00:00', '2031-07-15 01:30:00'],
  ['EST', '2027-07-01 12:00:00', '2027-07-01 17:00:00'],
  ['UTC', '2031-07-15 12:00:00', '2031-07-15 12:00:00'],
  ['UTC+2', '2031-07-15 12:00:00', '2031-07-15 10:00:00'],
  ['UTC-5', '2031-07-15 12:00:00', '2031-07-15 17:00:00'],
  ['UTC+5.5', '2031-07-15 12:00:00', '2031-07-15 06:30:00'],
  ['UTC+5:30', '2031-07-15 12:00:00', '2031-07-15 06:30:00'],
])('%s: %s is %s in UTC, and back', (zone, wall, utc) => {
  expect(instantText(wall, zone)).toBe(utc);
  expect(toWallClock(new Date(clockTime(wallClock(utc))), zoneOf(zone))).toBe(wall);
});

describe('a skipped local time moves forward by the gap', () => {
  it.each([
    ['Europe/Rome', '2031-03-30 02:30:00', '2031-03-30 01:30:00', '2031-03-30 03:30:00'],
    ['Europe/Rome', '2031-03-30 02:00:00', '2031-03-30 01:00:00', '2031-03-30 03:00:00'],
    ['Europe/London', '2031-03-30 01:30:00', '2031-03-30 01:30:00', '2031-03-30 02:30:00'],
    ['America/New_York', '2031-03-09 02:30:00', '2031-03-09 07:30:00', '2031-03-09 03:30:00'],
    ['America/St_Johns', '2031-03-09 02:30:00', '2031-03-09 06:00:00', '2031-03-09 03:30:00'],
    ['Australia/Sydney', '2031-10-05 02:30:00', '2031-10-04 16:30:00', '2031-10-05 03:30:00'],
    ['Australia/Lord_Howe', '2031-10-05 02:15:00', '2031-10-04 15:45:00', '2031-10-05 02:45:00'],
    ['Africa/Cairo', '2031-04-25 00:30:00', '2031-04-24 22:30:00', '2031-04-25 01:30:00'],
    ['Pacific/Apia', '2011-12-30 12:00:00', '2011-12-30 22:00:00', '2011-12-31 12:00:00'],
  ])('in %s at %s', (zone, wall, utc, moved) => {
    expect(instantText(wall, zone)).toBe(utc);
    expect(toWallClock(toInstant(wallClock(wall), zoneOf(zone)), zoneOf(zone))).toBe(moved);
  });
});

describe('a repeated local time uses standard time, the second one', () => {
  it.each([
    ['Europe/Rome', '2031-10-26 02:30:00', '2031-10-26 01:30:00'],
    ['Europe/Rome', '2031-10-26 01:59:59', '2031-10-25 23:59:59'],
    ['Europe/Rome', '2031-10-26 03:00:00', '2031-10-26 02:00:00'],
    ['Europe/London', '2031-10-26 01:30:00', '2031-10-26 01:30:00'],
    ['Europe/Dublin', '2031-10-26 01:30:00', '2031-10-26 01:30:00'],
    ['America/New_York', '2031-11-02 01:30:00', '2031-11-02 06:30:00'],
    ['America/St_Johns', '2031-11-02 01:30:00', '2031-11-02 05:00:00'],
    ['Australia/Sydney', '2031-04-06 02:30:00', '2031-04-05 16:30:00'],
    ['Australia/Lord_Howe', '2031-04-06 01:45:00', '2031-04-05 15:15:00'],
  ])('in %s at %s', (zone, wall, utc) => expect(instantText(wall, zone)).toBe(utc));
});

it.each([
  ['2031-05-01T08:00:00Z', 'Europe/Rome', '2031-05-01T10:00:00+02:00'],
  ['2027-03-02T23:30:00Z', 'America/New_York', '2027-03-02T18:30:00-05:00'],
  ['2031-05-01T08:00:00Z', 'America/St_Johns', '2031-05-01T05:30:00-02:30'],
  ['2031-05-01T08:00:00Z', 'UTC', '2031-05-01T08:00:00+00:00'],
])('%s in %s is %s', (instant, zone, text) => expect(toIsoText(new Date(instant), zoneOf(zone))).toBe(text));

it('a local time survives conversion to UTC and back, except inside gaps', () => {
  const zones = Intl.supportedValuesOf('timeZone').concat('UTC+5:30', 'UTC-12');
  const seconds = fc.integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), seconds, (name, second) => {
      const zone = zoneOf(name);
      const wall = clockAt(second * 1000);
      const instant = toInstant(wall, zone);
      const back = toWallClock(instant, zone);
      // A local time that does not come back is inside a gap: the offset changed just before.
      if (back !== wall) {
        expect(clockTime(back)).toBeGreaterThan(clockTime(wall));
        const gap = clockTime(back) - clockTime(wall);
        expect(zone.rules.offset(instant.getTime()) - zone.rules.offset(instant.getTime() - gap)).toBeCloseTo(
          gap / 60_000,
        );
      }
      expect(toInstant(back, zone)).toEqual(instant);
    }),
    { numRuns: 1000 },
  );
});

it('an instant converts to local time and back to the same local time', () => {
  const seconds = fc.integer({ min: Date.UTC(1950, 0, 1) / 1000, max: Date.UTC(2100, 0, 1) / 1000 });
  fc.assert(
    fc.property(fc.constantFrom(...Intl.supportedValuesOf('timeZone')), seconds, (name, second) => {
      const instant = new Date(second * 1000);
      const wall = toWallClock(instant, zoneOf(name));
      const again = toInstant(wall, zoneOf(name));
      expect(again.getTime()).toBeGreaterThanOrEqual(instant.getTime());
      expect(toWallClock(again, zoneOf(name))).toBe(wall);
    }),
    { numRuns: 1000 },
  );
});
