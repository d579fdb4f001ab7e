import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

type Body = Record<string, unknown>;

const SERIES = {
  rrule: 'FREQ=WEEKLY;COUNT=6;BYDAY=TH',
  exdates: ['2031-05-15'],
  rdates: ['2031-05-06 18:00:00', '2031-06-30 09:00:00'],
};

describe('`recurrence` of a new event', () => {
  const post = (fields: object) =>
    app.api
      .as(editor)
      .post('/events', { title: 'Series', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00', ...fields });

  it('means the same as the fields of its members, form-encoded too', async () => {
    const shown = async (fields: object) => ((await post(fields)).body as Body)['recurrence'];
    const flat = await shown(SERIES);
    expect(flat).toMatchObject({ rrule: SERIES.rrule, exdates: ['2031-05-15 10:00:00'] });
    expect(await shown({ recurrence: SERIES })).toEqual(flat);
    expect(await shown({ recurrence: flat })).toEqual(flat);
    const form = new URLSearchParams({ title: 'Series', start_date: '2031-05-01 10:00', end_date: '2031-05-01 11:00' });
    form.set('recurrence[rrule]', SERIES.rrule);
    form.set('recurrence[exdates]', SERIES.exdates.join());
    for (const date of SERIES.rdates) form.append('recurrence[rdates][]', date);
    const { body } = await app.api.saying('application/x-www-form-urlencoded', editor).post('/events', String(form));
    expect(body).toMatchObject({ recurrence: flat });
  });

  it.each<[object | null, object | undefined]>([
    [null, undefined],
    [{}, undefined],
    [{ rrule: null, exdates: null, rdates: null }, undefined],
    [{ rrule: '', exdates: [], rdates: [] }, undefined],
    [
      { rrule: null, rdates: ['2031-05-03'] },
      { rrule: '', exdates: [], rdates: ['2031-05-03 10:00:00'] },
    ],
    [
      { rrule: 'FREQ=DAILY;COUNT=2', unknown: 1 },
      { rrule: 'FREQ=DAILY;COUNT=2', exdates: [], rdates: [] },
    ],
  ])('%j is accepted', async (recurrence, shown) => {
    expect(await post({ recurrence })).toMatchObject({ status: 201, body: shown ? { recurrence: shown } : {} });
  });

  it.each<[unknown, string, string]>([
    ['FREQ=DAILY', 'recurrence', 'recurrence is not of type object.'],
    [[], 'recurrence', 'recurrence is not of type object.'],
    [5, 'recurrence', 'recurrence is not of type object.'],
    [{ rrule: 5 }, 'recurrence.rrule', 'recurrence.rrule is not of type string.'],
    [
      { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' },
      'recurrence.rrule',
      'recurrence.rrule names days that never come.',
    ],
    [{ rrule: 'x'.repeat(50_001) }, 'recurrence.rrule', 'recurrence.rrule must be at most 50000 characters long.'],
    [{ exdates: ['2031-05-15'] }, 'recurrence.exdates', 'recurrence.exdates needs an rrule or rdates.'],
    [{ rdates: 'soon or never' }, 'recurrence.rdates', 'recurrence.rdates has soon or never, which is no date.'],
    [{ rdates: [{}] }, 'recurrence.rdates', 'recurrence.rdates is not a list of dates.'],
    [
      { exdates: Array(1_001).fill('2031-05-01') },
      'recurrence.exdates',
      'recurrence.exdates must contain at most 1000 items.',
    ],
  ])('%j is refused like the fields of its members', async (recurrence, name, message) => {
    expect(await post({ recurrence })).toMatchObject({
      status: 400,
      body: { data: { params: { recurrence: expect.any(String) }, details: { [name]: { message } } } },
    });
  });

  it('counts less than the fields of its members', async () => {
    const { body } = await post({ rrule: 'FREQ=DAILY;COUNT=4', recurrence: { ...SERIES, exdates: ['2031-05-02'] } });
    expect(body).toMatchObject({ recurrence: { rrule: 'FREQ=DAILY;COUNT=4', exdates: ['2031-05-02 10:00:00'] } });
    expect(await post({ rrule: 'FREQ=NEVER', recurrence: SERIES })).toMatchObject({
      status: 400,
      body: { data: { params: { rrule: expect.any(String) } } },
    });
  });
});

describe('`recurrence` of an existing event', () => {
  const patch = async (id: number, fields: object) =>
    (await app.api.as(editor).patch(`/events/${id}`, fields)).body as Body;

  it.each<[object | null, object | undefined]>([
    [null, undefined],
    [{ rrule: null, exdates: [], rdates: [] }, undefined],
    [{ rrule: null }, undefined],
    [
      { rdates: null, exdates: null },
      { rrule: SERIES.rrule, exdates: [], rdates: [] },
    ],
    [
      { rrule: '', rdates: SERIES.rdates },
      { rrule: '', rdates: SERIES.rdates },
    ],
    [{ exdates: ['2031-05-22'] }, { rrule: SERIES.rrule, exdates: ['2031-05-22 10:00:00'], rdates: SERIES.rdates }],
    [{}, { rrule: SERIES.rrule, rdates: SERIES.rdates }],
  ])('changes to %j', async (recurrence, shown) => {
    const { id } = await app.given.event(SERIES);
    const body = await patch(id, { recurrence });
    if (shown) expect(body).toMatchObject({ id, recurrence: shown });
    else expect(body).toEqual(expect.not.objectContaining({ recurrence: expect.anything() }));
  });

  it.each([
    [null, false],
    [{ rrule: null, rdates: null }, false],
    [{ rrule: '', exdates: [], rdates: ['2031-05-06 18:00:00'] }, true],
  ])('of a series of dates may be %j', async (recurrence, remains) => {
    const { id } = await app.given.event({ rdates: SERIES.rdates });
    expect('recurrence' in (await patch(id, { recurrence }))).toBe(remains);
  });

  it('is refused for one occurrence unless it repeats the answer', async () => {
    const { id } = await app.given.event(SERIES);
    const one = { occurrence_date: '2031-05-22', scope: 'this' };
    const recurrence = { rrule: 'FREQ=DAILY;COUNT=2' };
    expect(await app.api.as(editor).patch(`/events/${id}`, { ...one, recurrence })).toMatchObject({
      status: 400,
      body: {
        data: {
          details: { 'recurrence.rrule': { message: 'recurrence.rrule is not for one occurrence of a series.' } },
        },
      },
    });
    expect(
      await patch(id, { occurrence_date: '2031-05-22', recurrence: { rrule: 'FREQ=WEEKLY;COUNT=2' } }),
    ).toMatchObject({ id });
  });
});
