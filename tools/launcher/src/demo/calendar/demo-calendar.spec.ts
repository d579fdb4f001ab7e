import { DateTime } from 'luxon';
import { demoCalendar } from './calendar';
import { ZONE } from './days';

const WEEK = [1, 2, 3, 4];
const SEASONS = /\b(spring|summer|autumn|winter|christmas|easter|january|december|frost|snow)\b/i;

describe.each([
  '2026-01-31T12:00:00Z',
  '2027-02-28T09:00:00Z',
  '2028-02-28T23:59:59Z',
  '2026-12-30T18:00:00Z',
  // Clocks change in London and in New York in these weeks.
  '2027-03-26T12:00:00Z',
  '2026-10-23T23:30:00Z',
  '2026-11-26T08:00:00Z',
])('the demo calendar at %s', (moment) => {
  const now = DateTime.fromISO(moment, { zone: ZONE });
  const { events, venues, organizers, categories } = demoCalendar(now.toJSDate());
  const dated = events.map((event) => {
    const [start, end] = [event.start_date, event.end_date].map((text) =>
      DateTime.fromFormat(text, 'yyyy-MM-dd HH:mm', { zone: event.timezone ?? 'UTC' }),
    );
    if (!start?.isValid || !end?.isValid) throw new Error(`${event.title} has no valid dates`);
    return { ...event, start, end };
  });

  it('has events that end after they begin, within three days', () => {
    expect(dated.filter(({ start, end }) => end <= start || end > start.plus({ days: 3 }))).toEqual([]);
  });

  it('keeps times on the clock in weeks in which clocks change', () => {
    expect(dated.filter(({ start, start_date }) => start.toFormat('yyyy-MM-dd HH:mm') !== start_date)).toEqual([]);
  });

  it('has two events of the past, one of these days, and the others by the last Thursday of the next month', () => {
    expect(dated.filter(({ end }) => end < now)).toHaveLength(2);
    expect(dated.filter(({ start, end }) => start <= now && now <= end)).toHaveLength(1);
    expect(dated.filter(({ start }) => start > now)).toHaveLength(events.length - 3);
    expect(dated.filter(({ start }) => start > now.plus({ weeks: 5, days: 1 }))).toEqual([]);
  });

  it.each(WEEK)('has at least three events that begin in week %i', (week) => {
    const from = now.plus({ weeks: week - 1 });
    const published = dated.filter(({ status }) => status === undefined);
    const begun = published.filter(({ start }) => start > from && start <= from.plus({ weeks: 1, hours: 1 }));
    expect(begun.length).toBeGreaterThanOrEqual(3);
  });

  it('has weekly, monthly and yearly events, whose first dates follow their rules', () => {
    const byRule = (part: string) => dated.filter(({ rrule }) => rrule?.includes(part));
    expect(byRule('WEEKLY')).toHaveLength(2);
    const [regatta] = byRule('YEARLY');
    expect(regatta?.rrule).toMatch(`;BYMONTH=${regatta?.start.month};BYDAY=`);
    expect([regatta?.start.weekdayLong, regatta?.end.weekdayLong]).toEqual(['Saturday', 'Sunday']);
    const [monthly] = byRule('BYDAY=-1TH');
    expect(monthly?.start.weekdayLong).toBe('Thursday');
    expect(monthly?.start.plus({ weeks: 1 }).month).not.toBe(monthly?.start.month);
  });

  it('cancels a date of the weekly course that its rule names', () => {
    const [course] = dated.filter(({ exdates }) => exdates);
    expect(course?.exdates).toEqual([course?.start.plus({ weeks: 2 }).toFormat('yyyy-MM-dd HH:mm')]);
  });

  it('names no season', () => {
    expect(events.filter(({ title, description }) => SEASONS.test(`${title} ${description}`))).toEqual([]);
  });

  it('has different titles', () => {
    expect(new Set(events.map(({ title }) => title)).size).toBe(events.length);
  });

  it('names only venues, organizers and categories that it has, and uses all of them', () => {
    expect(new Set(events.map(({ venue }) => venue))).toEqual(new Set(venues.map(({ venue }) => venue)));
    expect(new Set(events.map(({ organizer }) => organizer))).toEqual(
      new Set(organizers.map(({ organizer }) => organizer)),
    );
    expect(new Set(events.flatMap((event) => event.categories))).toEqual(new Set(categories.map(({ name }) => name)));
  });
});
