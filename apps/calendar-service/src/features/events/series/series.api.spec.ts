import { DescribedAnswers, nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { SeriesView } from '../../../testing/given-series';

let app: CalendarApp;
let editor: Person;
let view: SeriesView;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
  view = new SeriesView(app, editor);
});
afterAll(() => app.close());

const series = (fields: object = {}) =>
  app.given.event({ rrule: 'FREQ=DAILY;COUNT=4', timezone: 'Europe/Prague', ...fields });
const create = (fields: object) =>
  app.api
    .as(editor)
    .post('/events', { title: 'x', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...fields });

describe('an event with a rule', () => {
  it('is listed once for each occurrence, with its time', async () => {
    const { id } = await series();
    const listed = await view.listed(id);
    expect(listed.map(({ start_date, utc_start_date, end_date }) => [start_date, utc_start_date, end_date])).toEqual(
      [1, 2, 3, 4].map((day) => [`2031-05-0${day} 10:00:00`, `2031-05-0${day} 08:00:00`, `2031-05-0${day} 11:00:00`]),
    );
    expect(new Set(listed.map(({ occurrence_id }) => occurrence_id)).size).toBe(4);
    for (const shown of nonEmpty(listed))
      expect(shown).toMatchObject({
        id,
        series_id: id,
        recurrence: { rrule: 'FREQ=DAILY;COUNT=4', exdates: [], rdates: [] },
      });
  });

  it('counts each occurrence in the total and on pages', async () => {
    const venue = await app.given.venue();
    await series({ venue: venue.id });
    const query = `/events?start_date=2031-01-01&end_date=2032-01-01&venue=${venue.id}&per_page=3`;
    expect(await app.api.get(query)).toMatchObject({ body: { total: 4, total_pages: 2, events: { length: 3 } } });
    expect(await app.api.get(`${query}&page=2`)).toMatchObject({
      body: { events: [{ start_date: '2031-05-04 10:00:00' }] },
    });
  });

  it.each([
    ['2031-05-02', '2031-05-03', ['05-02', '05-03']],
    ['2031-05-04', '2031-05-04', ['05-04']],
    ['2031-05-05', '2031-06-01', []],
    ['2031-04-01', '2031-05-01', ['05-01']],
  ])('lists between %s and %s only the occurrences in that time', async (from, to, days) => {
    const venue = await app.given.venue();
    await series({ venue: venue.id });
    const { body } = await app.api.get(`/events?start_date=${from}&end_date=${to}&venue=${venue.id}`);
    expect(
      (body as { events: { start_date: string }[] }).events.map(({ start_date }) => start_date.slice(5, 10)),
    ).toEqual(days);
  });

  it('keeps its hour when clocks change', async () => {
    const { id } = await series({
      rrule: 'FREQ=WEEKLY;COUNT=2',
      start_date: '2031-10-20 10:00',
      end_date: '2031-10-20 11:00',
    });
    expect(await view.occurrences(id)).toMatchObject([
      { start_date: '2031-10-20 10:00:00', utc_start_date: '2031-10-20 08:00:00', timezone_abbr: 'CEST' },
      { start_date: '2031-10-27 10:00:00', utc_start_date: '2031-10-27 09:00:00', timezone_abbr: 'CET' },
    ]);
  });

  it('shows its first occurrence, or the requested one, when read alone', async () => {
    const { id } = await series();
    const third = await view.occurrenceId(id, 3);
    expect((await app.api.get(`/events/${id}`)).body).toMatchObject({
      start_date: '2031-05-01 10:00:00',
      series_id: id,
    });
    const at = {
      id,
      occurrence_id: third,
      start_date: '2031-05-03 10:00:00',
      json_ld: { startDate: '2031-05-03T10:00:00+02:00' },
    };
    expect((await app.api.get(`/events/${id}?occurrence_id=${third}`)).body).toMatchObject(at);
    expect((await app.api.get(`/events/${id}?occurrence_date=2031-05-03 10:00`)).body).toMatchObject(at);
  });

  it('returns 404 for occurrences of other events and unknown ones', async () => {
    const [one, other] = [await series(), await series()];
    const foreign = await view.occurrenceId(other.id, 1);
    for (const query of [`occurrence_id=${foreign}`, 'occurrence_date=2031-05-09 10:00'])
      expect(await app.api.get(`/events/${one.id}?${query}`)).toMatchObject({
        status: 404,
        body: { code: 'rest-occurrence-not-found' },
      });
    expect((await app.api.get(`/events/${one.id}?occurrence_id=x`)).status).toBe(400);
  });

  it('accepts iCalendar lines, lists and texts, and returns one form', async () => {
    const zone = { timezone: 'America/New_York' };
    const lines =
      'RRULE:freq=daily;until=20310505T140000Z\nEXDATE;TZID=America/New_York:20310502T100000\nRDATE:20310601T220000Z';
    const expected = {
      rrule: 'FREQ=DAILY;UNTIL=20310505T140000Z',
      exdates: ['2031-05-02 10:00:00'],
      rdates: ['2031-06-01 18:00:00'],
    };
    expect((await create({ ...zone, rrule: lines })).body).toMatchObject({ recurrence: expected });
    const { body } = await create({
      ...zone,
      rrule: 'FREQ=DAILY;UNTIL=20310505',
      exdates: '2031-05-02,20310503',
      rdates: ['2031-06-01 18:00'],
    });
    expect(body).toMatchObject({
      recurrence: {
        rrule: 'FREQ=DAILY;UNTIL=20310506T035959Z',
        exdates: ['2031-05-02 10:00:00', '2031-05-03 10:00:00'],
      },
    });
  });

  const LATER = '2031-05-20 10:00:00';
  it.each<[change: object, rrule: string | undefined, rdates: string[], days: number[]]>([
    [{ rrule: '' }, undefined, [], [1]],
    [{ rrule: '', rdates: [] }, undefined, [], [1]],
    [{ rrule: null, rdates: '', exdates: [] }, undefined, [], [1]],
    [{ rrule: '', rdates: [LATER] }, '', [LATER], [1, 20]],
    [{ rrule: '', rdates: [LATER], exdates: [] }, '', [LATER], [1, 20]],
    [{ rrule: 'RDATE:20310520T080000Z' }, '', [LATER], [1, 20]],
    [{ rdates: [LATER] }, 'FREQ=DAILY;COUNT=2', [LATER], [1, 2, 20]],
    [{ rdates: [], exdates: [] }, 'FREQ=DAILY;COUNT=2', [], [1, 2]],
  ])('changed by %j has the rule %j', async (change, rrule, rdates, days) => {
    const { id } = await series({ rrule: 'FREQ=DAILY;COUNT=2', rdates: ['2031-05-10'] });
    const { status, body } = await app.api.as(editor).patch(`/events/${id}`, change);
    expect(status).toBe(200);
    const { recurrence } = Object(body) as { recurrence?: object };
    expect(recurrence).toEqual(rrule === undefined ? undefined : { rrule, rdates, exdates: [] });
    expect((await view.times(id)).map((time) => Number(time.slice(3, 5)))).toEqual(days);
  });

  it('can consist of rdates alone', async () => {
    const { body } = await create({ rdates: ['2031-05-10', '2031-05-20 18:00'] });
    expect(body).toMatchObject({ recurrence: { rrule: '' } });
    expect(await view.times((body as { id: number }).id)).toEqual(['05-01 10:00', '05-10 10:00', '05-20 18:00']);
  });

  it.each([
    ['rrule', { rrule: 'every day' }],
    ['rrule', { rrule: 7 }],
    ['rrule', { rrule: 'FREQ=SECONDLY;COUNT=3' }],
    ['rrule', { rrule: 'FREQ=MINUTELY;COUNT=3' }],
    ['rrule', { rrule: 'COUNT=3' }],
    ['rrule', { rrule: 'FREQ=DAILY;BYHOUR=9,24' }],
    ['rrule', { rrule: 'FREQ=DAILY;BYSECOND=0,30' }],
    ['rrule', { rrule: 'FREQ=WEEKLY;BYWEEKNO=20' }],
    ['rrule', { rrule: 'FREQ=YEARLY;BYWEEKNO=20;BYDAY=1MO' }],
    ['rrule', { rrule: 'FREQ=YEARLY;RSCALE=CHINESE' }],
    ['rrule', { rrule: 'FREQ=MONTHLY;RSCALE=GREGORIAN;SKIP=FORWARD' }],
    ['rrule', { rrule: 'FREQ=DAILY;FOO=1' }],
    ['rrule', { rrule: 'RRULE:FREQ=DAILY;COUNT=2\nRRULE:FREQ=WEEKLY;COUNT=2' }],
    ['rrule', { rrule: 'FREQ=DAILY;COUNT=3;COUNT=4' }],
    ['rrule', { rrule: 'FREQ=DAILY;COUNT=3;UNTIL=20310601' }],
    ['rrule', { rrule: 'FREQ=DAILY;UNTIL=20310430' }],
    ['rrule', { rrule: 'FREQ=DAILY;UNTIL=20310230' }],
    ['rrule', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['rrule', { rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }],
    ['rrule', { rrule: 'FREQ=DAILY;COUNT=10001' }],
    ['rrule', { rrule: 'FREQ=HOURLY' }],
    ['rrule', { rrule: 'FREQ=HOURLY;COUNT=3', all_day: true }],
    ['rrule', { rrule: 'FREQ=WEEKLY;BYDAY=2TU' }],
    ['rrule', { rrule: 'FREQ=MONTHLY;BYSETPOS=1' }],
    ['rrule', { rrule: 'FREQ=DAILY;INTERVAL=0' }],
    ['rrule', { rrule: 'DTSTART:20310501T100000\nRRULE:FREQ=DAILY' }],
    ['exdates', { rrule: 'FREQ=DAILY;COUNT=2', exdates: ['2031-05-01', '2031-05-02'] }],
    ['exdates', { rrule: 'FREQ=DAILY;COUNT=2', exdates: 'someday' }],
    ['exdates', { exdates: ['2031-05-02'] }],
    ['rdates', { rrule: 'FREQ=DAILY;COUNT=2', rdates: [20310502] }],
  ])('rejects %s: %j', async (name, fields) => {
    const { status, body } = await create(fields);
    expect(status).toBe(400);
    const { params } = (body as { data: { params: Record<string, string> } }).data;
    expect(Object.keys(params)).toEqual([name]);
    expect(params[name]).toMatch(new RegExp(`^${name} .+\\.$`));
  });

  it('matches the API description, and so do its replacements', async () => {
    const answers = new DescribedAnswers(JSON.parse((await app.api.get('/doc')).text));
    const { id } = await series({ exdates: ['2031-05-04'] });
    const one = await app.api.as(editor).patch(`/events/${id}?occurrence_date=2031-05-01`, { title: 'Special' });
    const other = (one.body as { id: number }).id;
    for (const [path, called] of [
      ['/events/{id}', `/events/${id}`],
      ['/events/{id}', `/events/${other}`],
      ['/events', `/events?include=${id},${other}`],
      ['/events/{id}/occurrences', `/events/${id}/occurrences`],
    ] as const) {
      const { status, body } = await app.api.get(called);
      expect([called, answers.faults('GET', path, status, body)]).toEqual([called, []]);
    }
  });

  it('has no recurrence members when it is a single event', async () => {
    const { id } = await app.given.event();
    for (const { body } of [
      await create({ rrule: '' }),
      await app.api.get(`/events/${id}`),
      await app.api.get(`/events?include=${id}`),
    ])
      expect(JSON.stringify(body)).not.toMatch(/occurrence_id|series_id|recurrence/);
  });
});

describe('GET /events/{id}/occurrences', () => {
  it('lists all occurrences, or those of given days, in pages', async () => {
    const { id } = await series();
    expect(await app.api.get(`/events/${id}/occurrences?per_page=3&page=2`)).toMatchObject({
      status: 200,
      body: { total: 4, total_pages: 2, occurrences: [{ start_date: '2031-05-04 10:00:00' }] },
    });
    expect(await view.occurrences(id, '&start_date=2031-05-02&end_date=2031-05-03')).toMatchObject([{ id }, { id }]);
    expect(await view.occurrences(id, '&order=desc')).toMatchObject([
      { start_date: '2031-05-04 10:00:00' },
      {},
      {},
      {},
    ]);
    expect((await app.api.get(`/events/${id}/occurrences?start_date=someday`)).status).toBe(400);
  });

  it('shows a replacement only to callers who may read it', async () => {
    const { id } = await series();
    await app.api.as(editor).patch(`/events/${id}?occurrence_date=2031-05-02 10:00`, { status: 'draft' });
    expect(await view.times(id)).toHaveLength(4);
    expect(await app.api.get(`/events/${id}/occurrences`)).toMatchObject({ body: { total: 3 } });
  });

  it('lists a single event as its only occurrence', async () => {
    const { id } = await app.given.event();
    expect(await app.api.get(`/events/${id}/occurrences`)).toMatchObject({ body: { total: 1, occurrences: [{ id }] } });
  });
});
