import { toWallClock } from '../../../calendar/time-zones/conversion';
import { parseTimeZone, UTC } from '../../../calendar/time-zones/time-zone';
import {
  type ChangedEventDates,
  changedEventDates,
  type EventDates,
  newEventDates,
  type RefusedEventDates,
} from './event-dates';

const context = { siteZone: parseTimeZone('Europe/Rome') ?? UTC, now: new Date('2026-11-21T09:44:24Z') };

const plan = (start: string, end: string, timezone?: string, allDay?: boolean) =>
  newEventDates({ start, end, timezone, allDay }, context);

/** The event's clock, and the same times in UTC. */
const shown = (dates: EventDates | RefusedEventDates) =>
  'refused' in dates
    ? dates
    : {
        start: dates.start,
        end: dates.end,
        utc: [toWallClock(dates.startUtc, UTC), toWallClock(dates.endUtc, UTC)],
        abbr: dates.timezoneAbbr,
      };

function planned(...args: Parameters<typeof plan>): EventDates {
  const dates = plan(...args);
  if ('refused' in dates) throw new Error(`refused: ${dates.refused.join()}`);
  return dates;
}

describe('a new event', () => {
  it.each<[string, [string, string, string?], string[]]>([
    [
      'in the site zone, winter',
      ['2031-01-15 09:00:00', '2031-01-15 10:00:00'],
      ['2031-01-15 08:00:00', '2031-01-15 09:00:00', 'CET'],
    ],
    [
      'in the site zone, summer',
      ['2031-07-15 09:00:00', '2031-07-15 10:00:00', ''],
      ['2031-07-15 07:00:00', '2031-07-15 08:00:00', 'CEST'],
    ],
    [
      'in New York',
      ['2031-01-15 09:00:00', '2031-01-15 10:00:00', 'America/New_York'],
      ['2031-01-15 14:00:00', '2031-01-15 15:00:00', 'EST'],
    ],
    [
      'in Hong Kong',
      ['2031-07-15 06:00:00', '2031-07-15 09:30:00', 'Asia/Hong_Kong'],
      ['2031-07-14 22:00:00', '2031-07-15 01:30:00', 'HKT'],
    ],
    [
      'in Kathmandu',
      ['2031-07-15 12:00:00', '2031-07-15 13:00:00', 'Asia/Kathmandu'],
      ['2031-07-15 06:15:00', '2031-07-15 07:15:00', '+0545'],
    ],
    [
      'at UTC+2',
      ['2031-07-15 12:00:00', '2031-07-15 13:00:00', 'UTC+2'],
      ['2031-07-15 10:00:00', '2031-07-15 11:00:00', 'UTC+2'],
    ],
    [
      'at UTC-5',
      ['2031-07-15 12:00:00', '2031-07-15 13:00:00', 'UTC-5'],
      ['2031-07-15 17:00:00', '2031-07-15 18:00:00', 'UTC-5'],
    ],
    [
      'around a gap',
      ['2031-03-30 01:30:00', '2031-03-30 03:30:00'],
      ['2031-03-30 00:30:00', '2031-03-30 01:30:00', 'CET'],
    ],
    [
      'inside an overlap',
      ['2031-10-26 02:30:00', '2031-10-26 02:45:00'],
      ['2031-10-26 01:30:00', '2031-10-26 01:45:00', 'CET'],
    ],
    [
      'around an overlap',
      ['2031-10-26 01:30:00', '2031-10-26 03:30:00'],
      ['2031-10-25 23:30:00', '2031-10-26 02:30:00', 'CEST'],
    ],
    [
      'into an overlap',
      ['2031-10-26 01:30:00', '2031-10-26 02:30:00'],
      ['2031-10-25 23:30:00', '2031-10-26 01:30:00', 'CEST'],
    ],
    [
      'over the turn of the year',
      ['2031-01-01 00:30:00', '2031-01-01 01:00:00'],
      ['2030-12-31 23:30:00', '2031-01-01 00:00:00', 'CET'],
    ],
    [
      'of no length',
      ['2031-05-01 10:00:00', '2031-05-01 10:00:00'],
      ['2031-05-01 08:00:00', '2031-05-01 08:00:00', 'CEST'],
    ],
  ])('has the expected local and UTC times: %s', (_, [start, end, zone], [utcStart, utcEnd, abbr]) => {
    expect(shown(plan(start, end, zone))).toEqual({ start, end, utc: [utcStart, utcEnd], abbr });
  });

  it.each<[string, [string, string, string?], [string, string], string]>([
    [
      'a start in a gap',
      ['2031-03-30 02:30:00', '2031-03-30 03:45:00'],
      ['2031-03-30 03:30:00', '2031-03-30 03:45:00'],
      '2031-03-30 01:30:00',
    ],
    [
      'a gap in New York',
      ['2031-03-09 02:30:00', '2031-03-09 04:00:00', 'America/New_York'],
      ['2031-03-09 03:30:00', '2031-03-09 04:00:00'],
      '2031-03-09 07:30:00',
    ],
    ['bare dates', ['2031-05-01', '2031-05-02'], ['2031-05-01 00:00:00', '2031-05-02 00:00:00'], '2031-04-30 22:00:00'],
    [
      'no seconds',
      ['2031-05-01 10:00', '2031-05-01T11:30'],
      ['2031-05-01 10:00:00', '2031-05-01 11:30:00'],
      '2031-05-01 08:00:00',
    ],
    [
      'an offset in the text',
      ['2031-05-01T10:00:00+05:00', '2031-05-01T11:00:00+05:00'],
      ['2031-05-01 07:00:00', '2031-05-01 08:00:00'],
      '2031-05-01 05:00:00',
    ],
    [
      'epoch seconds',
      ['1930000000', '1930003600'],
      ['2031-02-28 00:06:40', '2031-02-28 01:06:40'],
      '2031-02-27 23:06:40',
    ],
    [
      'words',
      ['tomorrow 9am', 'tomorrow 11am', 'Asia/Hong_Kong'],
      ['2026-11-22 09:00:00', '2026-11-22 11:00:00'],
      '2026-11-22 01:00:00',
    ],
    [
      'the first reading of an overlap, by offset',
      ['2031-10-26T02:30:00+02:00', '2031-10-26T02:30:00+01:00'],
      ['2031-10-26 02:30:00', '2031-10-26 02:30:00'],
      '2031-10-26 00:30:00',
    ],
  ])('has the expected start when created from %s', (_, [start, end, zone], clock, utcStart) => {
    const dates = planned(start, end, zone);
    expect([dates.start, dates.end]).toEqual(clock);
    expect(toWallClock(dates.startUtc, UTC)).toBe(utcStart);
  });

  it.each<[string, [string, string, string?], string[], string[], number]>([
    [
      'one day',
      ['2031-05-01 15:00:00', '2031-05-01 17:00:00'],
      ['2031-05-01 00:00:00', '2031-05-01 23:59:59'],
      ['2031-04-30 22:00:00', '2031-05-01 21:59:59'],
      86_399,
    ],
    [
      'several days',
      ['2031-05-01', '2031-05-03'],
      ['2031-05-01 00:00:00', '2031-05-03 23:59:59'],
      ['2031-04-30 22:00:00', '2031-05-03 21:59:59'],
      259_199,
    ],
    [
      'a day of 23 hours',
      ['2031-03-30', '2031-03-30'],
      ['2031-03-30 00:00:00', '2031-03-30 23:59:59'],
      ['2031-03-29 23:00:00', '2031-03-30 21:59:59'],
      82_799,
    ],
    [
      'a day of 25 hours',
      ['2031-10-26', '2031-10-26'],
      ['2031-10-26 00:00:00', '2031-10-26 23:59:59'],
      ['2031-10-25 22:00:00', '2031-10-26 22:59:59'],
      89_999,
    ],
    [
      'days in Tokyo',
      ['2031-05-01', '2031-05-02', 'Asia/Tokyo'],
      ['2031-05-01 00:00:00', '2031-05-02 23:59:59'],
      ['2031-04-30 15:00:00', '2031-05-02 14:59:59'],
      172_799,
    ],
    [
      'a day without midnight',
      ['2031-04-25', '2031-04-25', 'Africa/Cairo'],
      ['2031-04-25 00:00:00', '2031-04-25 23:59:59'],
      ['2031-04-24 22:00:00', '2031-04-25 20:59:59'],
      82_799,
    ],
  ])('covers whole days: %s', (_, [start, end, zone], clock, utc, seconds) => {
    const dates = planned(start, end, zone, true);
    expect([dates.start, dates.end]).toEqual(clock);
    expect([dates.startUtc, dates.endUtc].map((instant) => toWallClock(instant, UTC))).toEqual(utc);
    expect(dates).toMatchObject({ allDay: true, durationSeconds: seconds });
  });

  it('has its real duration across a clock change', () => {
    expect(planned('2031-03-30 01:30:00', '2031-03-30 03:30:00').durationSeconds).toBe(3600);
    expect(planned('2031-10-26 01:30:00', '2031-10-26 03:30:00').durationSeconds).toBe(3 * 3600);
  });

  it.each([
    ['an end before the start', plan('2031-05-01 10:00:00', '2031-05-01 09:00:00'), ['end_date']],
    ['a last day before the first', plan('2031-05-02', '2031-05-01', '', true), ['end_date']],
    ['an unknown zone', plan('2031-05-01 10:00:00', '2031-05-01 11:00:00', 'Mars/Base'), ['timezone']],
    ['texts that are no dates', plan('foo date', 'bar date'), ['start_date', 'end_date']],
    ['everything wrong at once', plan('', '2031-02-30', 'UTC+99'), ['start_date', 'end_date', 'timezone']],
  ])('is rejected for %s', (_, dates, refused) =>
    expect(dates).toEqual({ refused, reason: expect.stringMatching(/^\w.+\.$/) }),
  );
});

describe('a partial update', () => {
  const rome = planned('2031-03-15 10:00:00', '2031-03-15 11:00:00', 'Europe/Rome');
  const allDay = planned('2031-03-10', '2031-03-11', 'America/New_York', true);
  const change = (input: ChangedEventDates, existing = rome) => shown(changedEventDates(input, existing, context));

  it('without dates changes nothing', () => {
    expect(changedEventDates({}, rome, context)).toEqual(rome);
    expect(changedEventDates({}, allDay, context)).toEqual(allDay);
  });

  it('of the zone alone keeps the clock and moves the instants', () => {
    const newYork = planned('2031-01-15 09:00:00', '2031-01-15 10:00:00', 'America/New_York');
    expect(change({ timezone: 'America/Chicago' }, newYork)).toEqual({
      start: '2031-01-15 09:00:00',
      end: '2031-01-15 10:00:00',
      utc: ['2031-01-15 15:00:00', '2031-01-15 16:00:00'],
      abbr: 'CST',
    });
  });

  it('of the zone to nothing moves the event to the zone of the site', () => {
    expect(changedEventDates({ timezone: '' }, allDay, context)).toMatchObject({
      timezone: 'Europe/Rome',
      start: '2031-03-10 00:00:00',
      timezoneAbbr: 'CET',
    });
  });

  it('of zone and dates together reads the dates in the new zone', () => {
    expect(change({ start: '2031-01-15 09:00:00', end: '2031-01-15 10:00:00', timezone: 'Asia/Tokyo' })).toMatchObject({
      utc: ['2031-01-15 00:00:00', '2031-01-15 01:00:00'],
      abbr: 'JST',
    });
  });

  it.each([
    ['another day', '2031-03-20 14:00:00', ['2031-03-20 14:00:00', '2031-03-20 15:00:00']],
    ['after the old end', '2031-05-08 09:00:00', ['2031-05-08 09:00:00', '2031-05-08 10:00:00']],
    ['into a gap', '2031-03-30 02:30:00', ['2031-03-30 03:30:00', '2031-03-30 04:30:00']],
    ['before a gap', '2031-03-30 01:30:00', ['2031-03-30 01:30:00', '2031-03-30 03:30:00']],
  ])('of the start alone keeps the duration: %s', (_, start, clock) => {
    const dates = change({ start });
    expect('refused' in dates ? dates : [dates.start, dates.end]).toEqual(clock);
  });

  it('of the start of an all-day event moves its days', () => {
    expect(change({ start: '2031-03-20 14:00:00' }, allDay)).toMatchObject({
      start: '2031-03-20 00:00:00',
      end: '2031-03-21 23:59:59',
    });
  });

  it('of the end alone keeps the start', () => {
    expect(change({ end: '2031-03-16 09:00:00' })).toMatchObject({
      start: '2031-03-15 10:00:00',
      end: '2031-03-16 09:00:00',
    });
  });

  it('to all day covers the days of the event; back to timed keeps those times', () => {
    const whole = changedEventDates({ allDay: true }, rome, context);
    expect(whole).toMatchObject({ allDay: true, start: '2031-03-15 00:00:00', end: '2031-03-15 23:59:59' });
    if ('refused' in whole) throw new Error('refused');
    expect(changedEventDates({ allDay: false }, whole, context)).toEqual({ ...whole, allDay: false });
  });

  it('of the end keeps the chosen instant of a repeated start time', () => {
    const firstReading = planned('2031-10-26T02:30:00+02:00', '2031-10-26T02:45:00+02:00');
    expect(changedEventDates({ end: '2031-10-26 04:00' }, firstReading, context)).toMatchObject({
      startUtc: firstReading.startUtc,
    });
  });

  it.each([
    ['an end before the old start', { end: '2031-03-14 09:00:00' }, ['end_date']],
    ['an end before the new start', { start: '2031-03-08 09:00:00', end: '2031-03-07 09:00:00' }, ['end_date']],
    ['an unknown zone', { timezone: 'Mars/Base' }, ['timezone']],
    ['an unreadable start', { start: 'foo' }, ['start_date']],
    ['a start that pushes the end out of the calendar', { start: '9999-12-30 23:30' }, ['start_date']],
  ])('is rejected for %s', (_, input, refused) =>
    expect(changedEventDates(input, rome, context)).toEqual({ refused, reason: expect.stringMatching(/^\w.+\.$/) }),
  );

  it('to a zone is rejected if a gap moves the start after the end', () => {
    const early = planned('2031-03-09 02:45:00', '2031-03-09 03:15:00', 'UTC');
    expect(changedEventDates({ timezone: 'America/New_York' }, early, context)).toMatchObject({
      refused: ['timezone'],
    });
  });
});
