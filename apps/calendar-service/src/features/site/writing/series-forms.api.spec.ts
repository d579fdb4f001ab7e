import { csrfIn, type TestResponse, type VisitingBrowser } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import type { Made } from '../../../testing/given';
import { SeriesView } from '../../../testing/given-series';
import { browserOf, fieldsIn, readable } from '../../../testing/page-visitors';

let app: CalendarApp;
let editor: Person;
let browser: VisitingBrowser;
let view: SeriesView;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  browser = browserOf(app, editor);
  view = new SeriesView(app, editor);
});
afterAll(() => app.close());

const ADD = '/events/community/add';
const DATES = '/events/community/dates';
const NEW_DATES = `${DATES}/0`;
const TIMES = { start_date: '2041-05-07', start_time: '18:00', end_date: '2041-05-07', end_time: '19:00' };
const edit = ({ id }: Pick<Made, 'id'>, part = '') => `/events/community/edit/event/${id}${part}`;
const remove = ({ id }: Pick<Made, 'id'>, part = '') => `/events/community/delete/event/${id}${part}`;
const of = (day: string, scope?: string) =>
  `?occurrence_date=2041-05-${day}+18:00:00${scope === undefined ? '' : `&scope=${scope}`}`;

const read = async (id: number): Promise<Made> =>
  (await app.api.as(editor).get(`/events/${id}?context=edit`)).body as Made;
const recurrenceOf = async ({ id }: Pick<Made, 'id'>) => (await read(id))['recurrence'];
const opened = async (path: string) => fieldsIn((await browser.get(path)).text);
const without = (fields: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

/** Sends a form with these changes, as it was opened otherwise. */
async function save(path: string, changes: Record<string, string> = {}, dropped: string[] = []): Promise<TestResponse> {
  return browser.submit(path, { ...without(await opened(path), ...dropped), ...changes });
}
/** @returns the event on whose page the form leads */
async function saved(path: string, changes: Record<string, string> = {}, dropped: string[] = []): Promise<Made> {
  const answer = await save(path, changes, dropped);
  if (answer.status !== 303) throw new Error(`${answer.status}: ${readable(answer.text)}`);
  const page = await browser.get(answer.headers.get('location') ?? '');
  return read(Number(/community\/edit\/event\/(\d+)/.exec(page.text)?.[1]));
}
const added = (fields: Record<string, string>) => saved(ADD, { title: 'Choir', ...TIMES, ...fields });
/** Each Tuesday in May 2041, unless told otherwise. */
const choir = (fields: object = {}) =>
  app.given.event({
    title: 'Choir',
    start_date: '2041-05-07 18:00:00',
    end_date: '2041-05-07 19:00:00',
    rrule: 'FREQ=WEEKLY;COUNT=4',
    ...fields,
  });

describe('a form of an event that repeats', () => {
  it.each([
    ['each day', { repeat: 'DAILY', repeat_end: 'count', repeat_count: '3' }, 'FREQ=DAILY;COUNT=3'],
    [
      'each second week on two days',
      { repeat: 'WEEKLY', repeat_interval: '2', 'repeat_days[1]': 'TU', 'repeat_days[4]': 'FR' },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,FR',
    ],
    ['on a day of each month', { repeat: 'MONTHLY', repeat_on: 'day', repeat_nth: '14' }, 'FREQ=MONTHLY;BYMONTHDAY=14'],
    ['on the last Friday', { repeat: 'MONTHLY', repeat_on: 'FR', repeat_nth: '-1' }, 'FREQ=MONTHLY;BYDAY=-1FR'],
    [
      'each year until a date',
      { repeat: 'YEARLY', repeat_end: 'until', repeat_until: '2050-05-07' },
      'FREQ=YEARLY;UNTIL=20500507T215959Z',
    ],
  ])('makes one %s', async (_, fields, rrule) => {
    const event = await added(fields);
    expect(event['recurrence']).toEqual({ rrule, exdates: [], rdates: [] });
    const { text } = await browser.get(edit(event));
    expect(fieldsIn(text)).toMatchObject(fields);
  });

  it('makes one of single dates, and one with a date taken out', async () => {
    const days = await added({ 'rdates[0]': '2041-05-20' });
    expect(await view.times(days.id)).toEqual(['05-07 18:00', '05-20 18:00']);
    const weeks = await added({ repeat: 'WEEKLY', repeat_end: 'count', repeat_count: '3', 'exdates[0]': '2041-05-14' });
    expect(await view.times(weeks.id)).toEqual(['05-07 18:00', '05-21 18:00']);
  });

  it.each([
    [{ repeat: 'DAILY', repeat_interval: '0' }, 'Repeat: rrule has INTERVAL=0, which is not a number from 1 to 1000.'],
    [{ repeat: 'DAILY', repeat_end: 'until' }, 'Choose the last date.'],
    [{ repeat: 'DAILY', repeat_end: 'count' }, 'Say how many times the event takes place.'],
    [
      { repeat: 'DAILY', repeat_end: 'until', repeat_until: '2041-05-01' },
      'Repeat: rrule has an UNTIL before start_date.',
    ],
    [{ repeat: 'MONTHLY', repeat_on: 'TU', repeat_nth: '9' }, 'Repeat: rrule names days that never come.'],
    [{ repeat: 'WEEKLY', 'exdates[0]': 'soon' }, 'Repeat: exdates has soon, which is no date.'],
  ])('refuses %j beside the fields, and keeps what was chosen', async (fields, fault) => {
    const answer = await save(ADD, { title: 'Choir', ...TIMES, 'repeat_days[0]': 'MO', ...fields });
    expect([answer.status, readable(answer.text)]).toEqual([422, expect.stringContaining(fault)]);
    expect(fieldsIn(answer.text)).toMatchObject({ title: 'Choir', 'repeat_days[0]': 'MO', ...fields });
  });

  it('changes nothing when it is sent as it was opened', async () => {
    for (const more of [
      {},
      { rrule: 'FREQ=WEEKLY;BYDAY=FR,TU;WKST=SU', exdates: ['2041-05-14'], rdates: ['2041-06-01 09:00'] },
      { rrule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1' },
      { rrule: 'FREQ=DAILY;UNTIL=20410520T160000Z' },
    ]) {
      const event = await choir(more);
      const moments = { modified: expect.any(String), modified_utc: expect.any(String) };
      const before = { ...(await read(event.id)), ...moments };
      expect(await saved(edit(event))).toEqual(before);
    }
  });

  it('shows a rule that its fields cannot say in words, and keeps it until another one is chosen', async () => {
    const rrule = 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1';
    const event = await choir({ rrule });
    expect(readable((await browser.get(edit(event))).text)).toContain(
      'The present rule: Every month on the last weekday.',
    );
    expect(await saved(edit(event), { title: 'Trio' })).toMatchObject({ title: 'Trio', recurrence: { rrule } });
    const copy = await saved(`/events/community/copy/event/${event.id}`);
    expect([copy.id === event.id, copy['recurrence']]).toEqual([false, { rrule, exdates: [], rdates: [] }]);
    expect(await saved(edit(event), { repeat: 'DAILY' })).toMatchObject({ recurrence: { rrule: 'FREQ=DAILY' } });
  });

  it('takes dates out and back, and ends the repetition', async () => {
    const event = await choir();
    await saved(edit(event), { 'exdates[0]': '2041-05-14', 'rdates[0]': '2041-06-30' });
    expect(await recurrenceOf(event)).toMatchObject({
      exdates: ['2041-05-14 18:00:00'],
      rdates: ['2041-06-30 18:00:00'],
    });
    expect(readable((await browser.get(edit(event))).text)).toContain('Tuesday, 14 May 2041, 18:00');
    await saved(edit(event), {}, ['exdates[1000]', 'rdates[1000]']);
    expect(await recurrenceOf(event)).toEqual({ rrule: 'FREQ=WEEKLY;COUNT=4', exdates: [], rdates: [] });
    await saved(edit(event), { repeat: 'never' });
    expect(await recurrenceOf(event)).toBeUndefined();
  });

  it('moves the rule along with the start', async () => {
    const event = await choir({ rrule: 'FREQ=WEEKLY;COUNT=2;BYDAY=TU' });
    await saved(edit(event), { start_date: '2041-05-09', end_date: '2041-05-09' });
    expect(await view.times(event.id)).toEqual(['05-09 18:00', '05-16 18:00']);
  });

  it('keeps its last day when it begins at another hour', async () => {
    const event = await added({ repeat: 'DAILY', repeat_end: 'until', repeat_until: '2041-05-09' });
    await saved(edit(event), { start_time: '21:00', end_time: '22:00' });
    expect(await opened(edit(event))).toMatchObject({ repeat_until: '2041-05-09' });
    await saved(edit(event), { repeat_interval: '2' });
    await saved(edit(event), { repeat_interval: '1', start_time: '08:00', end_time: '09:00' });
    expect(await view.times(event.id)).toEqual(['05-07 08:00', '05-08 08:00', '05-09 08:00']);
    await saved(edit(event), {
      start_date: '2041-05-08',
      end_date: '2041-05-08',
      start_time: '23:00',
      end_time: '23:30',
    });
    expect(await view.times(event.id)).toEqual(['05-08 23:00', '05-09 23:00', '05-10 23:00']);
  });

  it('is refused when the rule was changed meanwhile', async () => {
    const event = await choir();
    const fields = await opened(edit(event));
    await app.api.as(editor).patch(`/events/${event.id}`, { rrule: 'FREQ=DAILY;COUNT=2' });
    const { status, text } = await browser.submit(edit(event), fields);
    expect([status, readable(text)]).toEqual([422, expect.stringContaining('Somebody else saved this')]);
  });
});

describe('a form of one date of a series', () => {
  it('asks which dates are meant', async () => {
    const event = await choir();
    const page = await browser.get(`/event/${event.slug}/?occurrence=2041-05-14+18:00:00`);
    for (const form of [edit(event), remove(event)]) {
      const link = `${form}?occurrence_date=2041-05-14%2018%3A00%3A00`;
      expect(page.text).toContain(`href="${link}"`);
      const { text } = await browser.get(link);
      expect(readable(text)).toContain(
        'Choir takes place on several dates. Which of them do you mean? Only Tuesday, 14 May 2041, 18:00 This date and all that follow All dates',
      );
      expect(text).toContain('href="?occurrence_date=2041-05-14%2018%3A00%3A00&amp;scope=following"');
    }
    const first = `${edit(event)}?occurrence_date=2041-05-07%2018%3A00%3A00`;
    for (const path of [`/event/${event.slug}/`, '/events/community/list'])
      expect((await browser.get(path)).text).toContain(`href="${first}"`);
  });

  it('changes this date alone, without a rule', async () => {
    const event = await choir();
    const form = await opened(edit(event, of('14', 'this')));
    expect(form).toMatchObject({ start_date: '2041-05-14', start_time: '18:00' });
    expect(Object.keys(form).some((name) => name.startsWith('repeat'))).toBe(false);
    const guest = await saved(edit(event, of('14', 'this')), { title: 'Guest choir', start_time: '17:00' });
    expect(guest).toMatchObject({ title: 'Guest choir', start_date: '2041-05-14 17:00:00', series_id: event.id });
    expect(await view.times(event.id)).toEqual(['05-07 18:00', '05-14 17:00', '05-21 18:00', '05-28 18:00']);
    expect(Object.keys(await opened(edit(guest))).some((name) => name.startsWith('repeat'))).toBe(false);
  });

  it('changes this date and all that follow, with the rest of the rule', async () => {
    const event = await choir();
    const path = edit(event, of('14', 'following'));
    expect(await opened(path)).toMatchObject({ start_date: '2041-05-14', repeat: 'WEEKLY', repeat_count: '3' });
    const rest = await saved(path, { title: 'Trio' });
    expect([await view.times(event.id), await view.times(rest.id)]).toEqual([
      ['05-07 18:00'],
      ['05-14 18:00', '05-21 18:00', '05-28 18:00'],
    ]);
    const daily = await saved(edit(rest, of('21', 'following')), { repeat: 'DAILY' });
    expect([await view.times(rest.id), await view.times(daily.id)]).toEqual([
      ['05-14 18:00'],
      ['05-21 18:00', '05-22 18:00'],
    ]);
  });

  it('changes all dates from the start of the series', async () => {
    const event = await choir();
    const path = edit(event, '?scope=all');
    expect(await opened(path)).toMatchObject({ start_date: '2041-05-07', repeat: 'WEEKLY', repeat_count: '4' });
    await saved(path, { title: 'Trio', start_time: '17:00' });
    expect(await view.times(event.id)).toEqual(['05-07 17:00', '05-14 17:00', '05-21 17:00', '05-28 17:00']);
  });

  it('keeps what was typed when it is refused', async () => {
    const event = await choir();
    const { status, text } = await save(edit(event, of('14', 'this')), { end_time: '07:00' });
    expect([status, readable(text)]).toEqual([422, expect.stringContaining('would end before it starts')]);
    expect(fieldsIn(text)).toMatchObject({ scope: 'this', start_date: '2041-05-14', end_time: '07:00' });
  });

  it('answers 404 for a date that the series does not have, and 400 for another word than a part', async () => {
    const event = await choir();
    const answers = [of('15', 'this'), of('14', 'some')].map((part) => browser.get(edit(event, part)));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 400]);
  });
});

describe('deleting dates of a series', () => {
  it('takes out one date, which the form of all dates takes back', async () => {
    const event = await choir();
    const page = await browser.get(`/event/${event.slug}/?occurrence=2041-05-14+18:00:00`);
    expect(page.text).toContain(`href="${remove(event)}?occurrence_date=2041-05-14%2018%3A00%3A00&amp;scope=this"`);
    const path = remove(event, of('14', 'this'));
    expect(readable((await browser.get(path)).text)).toContain('does not take place on Tuesday, 14 May 2041, 18:00');
    const next = await browser.submitAndFollow(path, {});
    expect(readable(next.text)).toContain('A date of “Choir” is taken out.');
    expect(await view.times(event.id)).toEqual(['05-07 18:00', '05-21 18:00', '05-28 18:00']);
    await saved(edit(event), {}, ['exdates[1000]']);
    expect(await view.times(event.id)).toHaveLength(4);
  });

  it('deletes a date and all that follow, or all', async () => {
    const event = await choir();
    const rest = await browser.submitAndFollow(remove(event, of('21', 'following')), {});
    expect(readable(rest.text)).toContain('The event “Choir” is in the trash.');
    expect(await view.times(event.id)).toEqual(['05-07 18:00', '05-14 18:00']);
    await browser.submitAndFollow(remove(event, '?scope=all'), {});
    expect((await app.api.get(`/events/${event.id}`)).status).toBe(403);
  });

  it('is for those who may delete the event', async () => {
    const event = await choir();
    const author = browserOf(app, app.given.author());
    for (const part of ['', of('14'), of('14', 'this')])
      expect((await author.get(remove(event, part))).status).toBe(403);
    expect((await author.submit(remove(event, of('14', 'this')), {})).status).toBe(403);
  });
});

describe('the dates before saving', () => {
  /** Sends the form at this address to the dates. */
  async function dates(path: string, target: string, changes: Record<string, string> = {}): Promise<TestResponse> {
    const { text } = await browser.get(path);
    const fields = { ...fieldsIn(text), ...changes, _csrf: csrfIn(text) };
    return browser.send('POST', target, new URLSearchParams(fields));
  }
  const listed = ({ text }: TestResponse) => [...text.matchAll(/<li>([^<]*)<\/li>/g)].map(([, date]) => date);

  it('are the next ten of a new event, with the rule in words', async () => {
    const answer = await dates(ADD, NEW_DATES, { ...TIMES, repeat: 'MONTHLY', repeat_on: 'TU', repeat_nth: '2' });
    expect(answer.status).toBe(200);
    expect(readable(answer.text)).toContain('Every month on the second Tuesday.');
    expect(listed(answer)).toHaveLength(10);
    expect(listed(answer).slice(0, 3)).toEqual([
      'Tuesday, 7 May 2041, 18:00',
      'Tuesday, 14 May 2041, 18:00',
      'Tuesday, 11 June 2041, 18:00',
    ]);
    expect(readable(answer.text)).toContain('More dates follow.');
    expect(await app.api.as(editor).get('/events?search=nothing')).toMatchObject({ body: { total: 0 } });
  });

  it.each([
    ['of a rule with an end', { repeat: 'DAILY', repeat_end: 'count', repeat_count: '2' }, 2, 'Every day, 2 times.'],
    ['of many years', { repeat: 'YEARLY', repeat_interval: '3' }, 10, 'Every 3 years on the 7th of May.'],
    ['of a single event', {}, 1, 'Does not repeat.'],
    ['of dates alone', { 'rdates[0]': '2041-05-20', 'rdates[1]': '2041-05-21' }, 3, 'On several dates.'],
    ['that are over', { start_date: '2021-05-07', end_date: '2021-05-07' }, 0, 'No date is coming up.'],
  ])('are those %s', async (_, changes, count, words) => {
    const answer = await dates(ADD, NEW_DATES, { ...TIMES, ...changes });
    expect([listed(answer).length, readable(answer.text)]).toEqual([count, expect.stringContaining(words)]);
    expect(answer.text.includes('More dates follow')).toBe(count === 10);
  });

  it('are those of the changed event, of the part that is meant', async () => {
    const event = await choir({ rrule: 'FREQ=WEEKLY;COUNT=3;BYDAY=TU' });
    const shown = async (part: string, changes = {}) =>
      listed(await dates(edit(event, part), `${DATES}/${event.id}`, changes)).map((date) => date?.split(', ')[1]);
    expect(await shown('')).toEqual(['7 May 2041', '14 May 2041', '21 May 2041']);
    expect(await shown('', { start_date: '2041-05-09', end_date: '2041-05-09' })).toEqual([
      '9 May 2041',
      '16 May 2041',
      '23 May 2041',
    ]);
    expect(await shown(of('14', 'following'))).toEqual(['14 May 2041', '21 May 2041']);
    expect(await shown(of('14', 'following'), { repeat: 'DAILY' })).toEqual(['14 May 2041', '15 May 2041']);
    expect(await shown('', { 'exdates[0]': '2041-05-14' })).toEqual(['7 May 2041', '21 May 2041']);
    expect(await view.times(event.id)).toHaveLength(3);
  });

  it('name the faults of the rule', async () => {
    const answer = await dates(ADD, NEW_DATES, { ...TIMES, repeat: 'DAILY', repeat_interval: '5000' });
    expect([answer.status, readable(answer.text)]).toEqual([
      422,
      expect.stringContaining('rrule has INTERVAL=5000, which is not a number from 1 to 1000.'),
    ]);
  });

  it('are for members who may write the event, with the token of their form', async () => {
    const event = await choir();
    const post = (who: VisitingBrowser, path: string, _csrf: string) =>
      who.send('POST', path, new URLSearchParams({ ...TIMES, _csrf }));
    const author = browserOf(app, app.given.author());
    const token = csrfIn((await author.get(ADD)).text);
    expect((await post(author, NEW_DATES, token)).status).toBe(200);
    expect((await post(author, NEW_DATES, 'x')).status).toBe(403);
    expect((await post(author, `${DATES}/${event.id}`, token)).status).toBe(403);
    expect((await post(author, `${DATES}/999999`, token)).status).toBe(404);
    const guest = browserOf(app);
    const answer = await post(guest, NEW_DATES, csrfIn((await guest.get('/events/')).text));
    expect([answer.status, answer.headers.get('location')]).toEqual([303, expect.stringContaining('/login')]);
    const subscriber = browserOf(app, app.given.subscriber());
    expect((await post(subscriber, NEW_DATES, csrfIn((await subscriber.get('/events/')).text))).status).toBe(403);
  });
});
