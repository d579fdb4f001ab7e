import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { at } from '../../../testing/clock';
import type { Made } from '../../../testing/given';
import { readable, visit } from '../../../testing/page-visitors';

let app: CalendarApp;
/** Weekly from 2 to 23 May 2041, of which the third date is moved to the 17th. */
let choir: Made;
beforeAll(async () => {
  app = await startCalendar();
  const times = { start_date: '2041-05-02 18:00:00', end_date: '2041-05-02 19:00:00' };
  choir = await app.given.event({ title: 'Choir', ...times, rrule: 'FREQ=WEEKLY;COUNT=4' });
  await app.api.as(app.given.editor()).patch(`/events/${choir.id}?scope=this&occurrence_date=2041-05-16+18:00:00`, {
    title: 'Choir on Friday',
    start_date: '2041-05-17 18:00:00',
    end_date: '2041-05-17 19:00:00',
  });
  await app.given.event({ title: 'Fair', start_date: '2041-05-02', end_date: '2041-05-03', all_day: true });
  await app.given.event({
    title: 'Call',
    start_date: '2041-05-03 06:00:00',
    end_date: '2041-05-03 07:00:00',
    timezone: 'Asia/Tokyo',
  });
});
afterAll(() => app.close());

/** The words of the page when the clock shows this time in UTC; Rome is two hours ahead. */
const pageAt = (now: string, path: string): Promise<string> =>
  at(new Date(`2041-05-${now}Z`), async () => readable((await visit(app, path)).text));
const on = (day: string) => `/event/choir/?occurrence=2041-05-${day}+18:00:00`;

const PASSED = 'This event has passed.';

describe('the page of an event', () => {
  it.each([
    ['its last minute', '02T16:59:00', on('02'), false],
    ['its end', '02T17:00:00', on('02'), true],
    ['the last minute of its days', '03T21:59:59', '/event/fair/', false],
    ['the end of its days', '03T22:00:00', '/event/fair/', true],
    ['an end on another clock', '02T22:00:00', '/event/call/', true],
    ['the last minute on another clock', '02T21:59:00', '/event/call/', false],
  ])('at %s says whether it has passed', async (_, now, path, hasPassed) => {
    expect((await pageAt(now, path)).includes(PASSED)).toBe(hasPassed);
  });

  it.each([
    [
      'its first date',
      '03T10:00:00',
      '/event/choir/',
      'The first date has passed. The next date is Thursday, 9 May 2041, 18:00.',
    ],
    ['a chosen date', '03T10:00:00', on('02'), `${PASSED} The next date is Thursday, 9 May 2041, 18:00.`],
    [
      'a date before one that was moved',
      '10T10:00:00',
      on('09'),
      `${PASSED} The next date is Friday, 17 May 2041, 18:00.`,
    ],
    [
      'a date that was moved',
      '18T10:00:00',
      '/event/choir-on-friday/',
      `${PASSED} The next date is Thursday, 23 May 2041, 18:00.`,
    ],
  ])('of a series after %s leads to the next date', async (_, now, path, sentence) => {
    expect(await pageAt(now, path)).toContain(sentence);
  });

  it('of a series after its last date leads to none', async () => {
    for (const path of ['/event/choir/', on('23')]) {
      const text = await pageAt('30T10:00:00', path);
      expect(text).toContain(PASSED);
      expect(text).not.toContain('The next date');
    }
  });

  it('links to the next date, and does not list its own date again', async () => {
    const page = await at(new Date('2041-05-03T10:00:00Z'), () => visit(app, on('02')));
    expect(page.text).toContain('The next date is <a href="/event/choir/?occurrence=2041-05-09%2018%3A00%3A00">');
    const own = await pageAt('01T10:00:00', on('09'));
    expect(own.match(/9 May 2041/g)).toHaveLength(1);
  });
});

describe('a view', () => {
  it.each(['/events/month/2041-05/', '/events/week/2041-05-02/', '/events/2041-05-02/', '/events/'])(
    '%s marks events that have passed, and the present day',
    async (path) => {
      const before = await pageAt('02T15:00:00', path);
      expect(before).not.toContain('has passed');
      expect(before).toMatch(/\bToday (?!June|May)|\btoday\b/);
      expect(await pageAt('02T17:30:00', path)).toMatch(/has passed/);
    },
  );

  it('of past events does not mark each of them', async () => {
    const text = await pageAt('30T10:00:00', '/events/?past=1');
    expect(text).toContain('Choir');
    expect(text).not.toContain('has passed');
  });
});
