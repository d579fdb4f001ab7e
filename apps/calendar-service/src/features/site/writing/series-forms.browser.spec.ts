import { type Reader, testReaders, until, WITH_AND_WITHOUT_SCRIPTS } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import { logIn } from '../../../testing/page-visitors';

const openReader = testReaders();

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ BASE_URL: 'http://calendar.example' });
});
afterAll(() => app.close());

let reader: Reader;

/** Opens a browser of a member who may do everything. */
async function sitDown(scripts: boolean): Promise<void> {
  reader = await openReader(app.api.baseUrl, scripts);
  await logIn(reader, app, app.given.editor());
}

/** Fields for dates and times are no text boxes, and take keys by the language of the browser. */
const set = (values: Record<string, string>) =>
  reader.page.evaluate(
    `for (const [name, value] of Object.entries(${JSON.stringify(values)})) {
      const field = document.querySelector('[name="' + name + '"]');
      field.value = value;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }`,
  );
const TIMES = { start_date: '2041-05-07', start_time: '18:00', end_date: '2041-05-07', end_time: '19:00' };
const isShown = (name: string) =>
  reader.page.evaluate(`document.querySelector('[name="${name}"]').checkVisibility()`) as Promise<boolean>;

/** The dates that the button shows beside the fields. */
async function shownDates(words: string): Promise<string> {
  await reader.page.click('[formaction]');
  await until(async () => (await reader.text('#shown-dates')).includes(words));
  return reader.text('#shown-dates');
}

describe.each(WITH_AND_WITHOUT_SCRIPTS)('an organizer with a browser %s', (how, scripts) => {
  it('writes a series, looks at its dates, changes one, and takes one out and back', async () => {
    await sitDown(scripts);
    await reader.open('/events/community/add');
    expect(await reader.faults('repeat-never')).toEqual([]);
    await reader.fill({ Title: `Choir ${how}` });
    await set({ ...TIMES, repeat: 'MONTHLY', repeat_on: 'TU', repeat_nth: '1' });
    expect(await reader.faults('repeat-monthly')).toEqual([]);
    await set({ repeat: 'WEEKLY', repeat_end: 'count', repeat_count: '4' });
    for (const day of ['TU', 'FR']) await reader.page.click(`[type="checkbox"][value="${day}"]`);
    expect(await reader.faults('repeat-weekly')).toEqual([]);
    await set({ repeat_interval: '5000' });
    await reader.press('Create the event');
    expect(await reader.text('.faults')).toContain('Repeat: rrule has INTERVAL=5000');
    expect(await reader.faults('repeat-refused')).toEqual([]);
    await set({ repeat_interval: '1' });
    await reader.press('Create the event');
    expect(await reader.text('.facts')).toContain('Every week on Tuesday and Friday, 4 times');
    const series = reader.path;

    await reader.press('Friday, 10 May 2041, 18:00', 'link');
    expect(await reader.faults('series-date')).toEqual([]);
    await reader.press('Take out this date', 'link');
    expect(await reader.faults('series-take-out')).toEqual([]);
    await reader.press('Take out this date');
    expect(await reader.text()).toContain(`A date of “Choir ${how}” is taken out.`);
    expect(await reader.text('.facts')).not.toContain('10 May');

    await reader.press('Tuesday, 14 May 2041, 18:00', 'link');
    await reader.press('Edit', 'link');
    expect(await reader.faults('series-question')).toEqual([]);
    await reader.press('Only Tuesday, 14 May 2041, 18:00', 'link');
    expect(await reader.text('.event-form')).not.toContain('Repeats');
    await reader.fill({ Title: `Guests ${how}` });
    await reader.press('Save the event');
    expect(await reader.text('h1')).toBe(`Guests ${how}`);
    expect(await reader.text('.when')).toContain('14 May 2041');

    await reader.open(`${series}?occurrence=2041-05-17+18:00:00`);
    await reader.press('Delete', 'link');
    await reader.press('All dates', 'link');
    await reader.press('Back to the event', 'link');
    await reader.press('Edit', 'link');
    await reader.press('All dates', 'link');
    expect(await reader.faults('repeat-edit')).toEqual([]);
    await reader.page.click('[name="exdates[1000]"]');
    await reader.press('Save the event');
    expect(await reader.text('.facts')).toContain('Friday, 10 May 2041, 18:00');
  });
});

it('with JavaScript, the next dates are shown beside the fields', async () => {
  await sitDown(true);
  await reader.open('/events/community/add');
  await set({ ...TIMES, repeat: 'WEEKLY', repeat_end: 'count', repeat_count: '4' });
  const dates = await shownDates('Every week on Tuesday, 4 times.');
  expect(dates).toMatch(/Tuesday, 7 May 2041, 18:00\s+Tuesday, 14 May 2041, 18:00\s+Tuesday, 21 May/);
  expect(await reader.faults('repeat-dates')).toEqual([]);
  await set({ repeat_interval: '5000' });
  await shownDates('rrule has INTERVAL=5000, which is not a number from 1 to 1000.');
});

it('without JavaScript, the next dates are a page of their own, in a new tab', async () => {
  await sitDown(false);
  await reader.open('/events/community/add');
  const described = `document.querySelector('#repeat_interval').getAttribute('aria-describedby')`;
  expect(await reader.page.evaluate(described)).toBe('repeat_interval-hint');
  expect(await reader.text('#repeat_interval-hint')).toBe(
    'Days, weeks, months or years, as it repeats: 2 is every other one.',
  );
  await set({ ...TIMES, repeat: 'MONTHLY', repeat_on: 'FR', repeat_nth: '-1' });
  // The browser of the test shows one tab.
  const tab = await reader.page.evaluate(`{
    const { formTarget } = document.querySelector('[formaction]');
    document.querySelector('[formaction]').formTarget = '';
    formTarget;
  }`);
  expect(tab).toBe('_blank');
  await reader.press('Show the dates');
  expect(await reader.text('h1')).toBe('The next dates');
  expect(await reader.text()).toMatch(/Every month on the last Friday\.\s+Tuesday, 7 May 2041, 18:00\s+Friday, 31 May/);
});

it('with JavaScript, only the fields that count are shown and sent', async () => {
  await sitDown(true);
  await reader.open('/events/community/add');
  const shown = async (repeat: string) => {
    await set({ repeat });
    const names = ['repeat_interval', 'repeat_days[0]', 'repeat_on', 'repeat_nth', 'repeat_until'];
    const visible = await Promise.all(names.map(isShown));
    return names.filter((_, index) => visible[index]);
  };
  expect(await shown('never')).toEqual([]);
  expect(await shown('DAILY')).toEqual(['repeat_interval']);
  expect(await shown('WEEKLY')).toEqual(['repeat_interval', 'repeat_days[0]']);
  expect(await shown('MONTHLY')).toEqual(['repeat_interval', 'repeat_on']);
  await set({ repeat_on: 'FR', repeat_end: 'until' });
  expect(await shown('MONTHLY')).toEqual(['repeat_interval', 'repeat_on', 'repeat_nth', 'repeat_until']);
  await set({ repeat_interval: '', repeat: 'never' });
  await reader.fill({ Title: 'Once' });
  await reader.press('Create the event');
  expect(await reader.text()).toContain('The event is published.');
});

it('a series is written and shown with a keyboard alone', async () => {
  await sitDown(true);
  await reader.page.setViewport({ width: 360, height: 740 });
  const { keyboard } = reader.page;
  await reader.open('/events/community/add?date=2041-05-07');
  await reader.tabTo('Title');
  await keyboard.type('Keys');
  await reader.tabTo('Repeats');
  await keyboard.type('Weekly');
  await reader.tabTo('Thursday');
  await keyboard.press('Space');
  await reader.tabTo('Show the dates');
  await keyboard.press('Enter');
  await until(async () => (await reader.text('#shown-dates')).includes('Every week on Thursday.'));
  await reader.tabTo('Create the event');
  await Promise.all([reader.page.waitForNavigation(), keyboard.press('Enter')]);
  expect(await reader.text('.facts')).toContain('Every week on Thursday');
});
