import { clockAt, clockTime, endOfDay, isWallClock, startOfDay, wallClock, wallClockOf } from './wall-clock';

it.each(['2031-05-01 10:00:00', '0001-01-01 00:00:00', '9999-12-31 23:59:59', '2032-02-29 12:00:00'])(
  '%j is a wall clock',
  (text) => {
    expect(isWallClock(text)).toBe(true);
    expect(clockAt(clockTime(wallClock(text)))).toBe(text);
  },
);

it.each([
  '2031-02-29 10:00:00',
  '2031-05-01 24:00:00',
  '2031-05-01T10:00:00',
  '2031-05-01',
  '0000-00-00 00:00:00',
  '0000-01-01 00:00:00',
  '',
])('%j is no wall clock', (text) => {
  expect(isWallClock(text)).toBe(false);
  expect(() => wallClock(text)).toThrow(RangeError);
});

it('wallClockOf builds a wall clock, and returns undefined for invalid fields', () => {
  expect(wallClockOf({ year: 31, month: 5, day: 1 })).toBe('0031-05-01 00:00:00');
  expect(wallClockOf({ year: 2031, month: 5, day: 1, hour: 9, minute: 5, second: 7 })).toBe('2031-05-01 09:05:07');
  expect(wallClockOf({ year: 2031, month: 2, day: 30 })).toBeUndefined();
  expect(wallClockOf({ year: 2031, month: 5, day: 1, hour: 24 })).toBeUndefined();
  expect(wallClockOf({ year: 10000, month: 5, day: 1 })).toBeUndefined();
});

it('startOfDay and endOfDay return the limits of a day', () => {
  expect(startOfDay(wallClock('2031-05-01 10:20:30'))).toBe('2031-05-01 00:00:00');
  expect(endOfDay(wallClock('2031-05-01 10:20:30'))).toBe('2031-05-01 23:59:59');
});

it('clockAt drops parts of a second', () => expect(clockAt(1999)).toBe('1970-01-01 00:00:01'));

it('clockAt does not read the text that it has just written', () => {
  const parse = jest.spyOn(Date, 'parse');
  expect(clockAt(86_399_000)).toBe('1970-01-01 23:59:59');
  expect(parse).not.toHaveBeenCalled();
  parse.mockRestore();
});

it.each([-62_135_596_800_001, 253_402_300_800_000, Number.NaN])('clockAt refuses %d, which no clock shows', (time) =>
  expect(() => clockAt(time)).toThrow(RangeError),
);
