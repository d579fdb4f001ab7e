import { type CalendarApp, startCalendar } from '../../../testing/calendar-app';
import type { Person } from '../../../testing/content-stand-in';
import { SeriesView, type OccurrenceAnswer } from '../../../testing/given-series';
import { SUMS } from '../../../testing/sums';

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
  app.given.event({ rrule: 'FREQ=DAILY;COUNT=5', timezone: 'Europe/Prague', title: 'Daily', ...fields });

/** Changes the part of the series that `scope` and the nth occurrence name. */
async function change(
  id: number,
  nth: number,
  scope: string,
  fields: object,
  method = 'PATCH',
): Promise<OccurrenceAnswer> {
  const occurrence = await view.occurrenceId(id, nth);
  const { status, body } = await app.api
    .as(editor)
    .send(method, `/events/${id}?occurrence_id=${occurrence}&scope=${scope}`, fields);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as OccurrenceAnswer;
}

const all = (id: number, fields: object) => app.api.as(editor).patch(`/events/${id}`, fields);
const told = (shown: readonly OccurrenceAnswer[]) =>
  shown.map(({ title, start_date }) => `${title} ${start_date.slice(5, 16)}`);
const recurrence = async (id: number) =>
  (await app.api.as(editor).get(`/events/${id}`)).body as { recurrence: { rrule: string; exdates: string[] } };

describe('a change with the scope this', () => {
  it.each(['PUT', 'PATCH', 'POST'])(
    'by %s creates a separate event for the occurrence, with all fields of the series',
    async (method) => {
      const [venue, organizer, tag] = [await app.given.venue(), await app.given.organizer(), await app.given.tag()];
      const { id } = await series({
        venue: venue.id,
        organizer: organizer.id,
        tags: [tag.id],
        cost: '$5',
        description: 'All',
        password: '',
      });
      const one = await change(id, 2, 'this', { title: 'Special' }, method);
      expect(one).toMatchObject({
        series_id: id,
        recurrence: null,
        recurrence_start: '2031-05-02 10:00:00',
        start_date: '2031-05-02 10:00:00',
      });
      expect(one).toMatchObject({
        venue: { id: venue.id },
        organizer: [{ id: organizer.id }],
        tags: [{ id: tag.id }],
        cost: '$5',
        description: '<p>All</p>',
      });
      expect(one.id).not.toBe(id);
      expect(told(await view.listed(id, one.id))).toEqual([
        'Daily 05-01 10:00',
        'Special 05-02 10:00',
        'Daily 05-03 10:00',
        'Daily 05-04 10:00',
        'Daily 05-05 10:00',
      ]);
    },
  );

  it('is the default when the request or its body names an occurrence', async () => {
    const { id } = await series();
    const occurrence_id = await view.occurrenceId(id, 3);
    const { body } = await all(id, { occurrence_id, start_date: '2031-05-03 18:00' });
    expect(body).toMatchObject({
      recurrence_start: '2031-05-03 10:00:00',
      start_date: '2031-05-03 18:00:00',
      end_date: '2031-05-03 19:00:00',
    });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-02 10:00', '05-03 18:00', '05-04 10:00', '05-05 10:00']);
  });

  it('survives a new expansion of the series', async () => {
    const { id } = await series();
    await change(id, 2, 'this', { start_date: '2031-05-20 10:00' });
    await all(id, { rrule: 'FREQ=DAILY;COUNT=3' });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-03 10:00', '05-20 10:00']);
  });

  it('creates an event that accepts further changes at its own URL', async () => {
    const { id } = await series();
    const one = await change(id, 2, 'this', { title: 'Special' });
    expect((await all(one.id, { title: 'Very special', scope: 'this' })).body).toMatchObject({
      id: one.id,
      series_id: id,
      title: 'Very special',
    });
    for (const scope of ['following', 'all']) expect((await all(one.id, { title: 'x', scope })).status).toBe(400);
    expect((await all(one.id, { rrule: 'FREQ=DAILY' })).status).toBe(400);
  });

  it.each(['rrule', 'exdates', 'rdates'])('rejects %s', async (name) => {
    const { id } = await series();
    const query = `occurrence_id=${await view.occurrenceId(id, 2)}`;
    expect(await app.api.as(editor).patch(`/events/${id}?${query}`, { [name]: '2031-05-09' })).toMatchObject({
      status: 400,
      body: { data: { params: { [name]: `${name} is not for one occurrence of a series.` } } },
    });
  });
});

describe('a change with the scope following', () => {
  it.each(['PUT', 'PATCH', 'POST'])('by %s starts a new series and ends the first one', async (method) => {
    const { id } = await series({ exdates: ['2031-05-04'] });
    const ids = (await view.occurrences(id)).map(({ occurrence_id }) => occurrence_id);
    const tail = await change(id, 3, 'following', { title: 'New' }, method);
    expect(tail).toMatchObject({
      series_id: id,
      start_date: '2031-05-03 10:00:00',
      recurrence: { rrule: 'FREQ=DAILY;COUNT=3', exdates: ['2031-05-04 10:00:00'] },
    });
    expect(await recurrence(id)).toMatchObject({ recurrence: { rrule: 'FREQ=DAILY;COUNT=2', exdates: [] } });
    expect(told(await view.listed(id, tail.id))).toEqual([
      'Daily 05-01 10:00',
      'Daily 05-02 10:00',
      'New 05-03 10:00',
      'New 05-05 10:00',
    ]);
    expect((await view.listed(id, tail.id)).map(({ occurrence_id }) => occurrence_id)).toEqual(ids);
  });

  it('ends a rule without COUNT before the new series', async () => {
    const { id } = await series({ rrule: 'FREQ=WEEKLY;BYDAY=TH,SU' });
    const tail = await change(id, 4, 'following', { start_date: '2031-05-11 12:00' });
    expect(await recurrence(id)).toMatchObject({
      recurrence: { rrule: 'FREQ=WEEKLY;UNTIL=20310508T080000Z;BYDAY=TH,SU' },
    });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-04 10:00', '05-08 10:00']);
    expect((await view.times(tail.id)).slice(0, 3)).toEqual(['05-11 12:00', '05-15 12:00', '05-18 12:00']);
  });

  it('moves separately changed occurrences to the new series', async () => {
    const { id } = await series();
    await change(id, 2, 'this', { title: 'Early' });
    const late = await change(id, 4, 'this', { title: 'Late' });
    const tail = await change(id, 3, 'following', { start_date: '2031-05-03 12:00' });
    expect(told(await view.occurrences(id))).toEqual(['Daily 05-01 10:00', 'Early 05-02 10:00']);
    expect(told(await view.occurrences(tail.id))).toEqual([
      'Daily 05-03 12:00',
      'Late 05-04 10:00',
      'Daily 05-05 12:00',
    ]);
    expect((await app.api.get(`/events/${late.id}`)).body).toMatchObject({
      series_id: tail.id,
      recurrence_start: '2031-05-04 12:00:00',
    });
  });

  it('accepts another rule, or none', async () => {
    const { id } = await series();
    const tail = await change(id, 4, 'following', { rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(await view.times(tail.id)).toEqual(['05-04 10:00', '05-11 10:00']);
    const single = await change(id, 2, 'following', { rrule: '' });
    expect(await view.times(single.id)).toEqual(['05-02 10:00']);
    expect(single).toMatchObject({ recurrence: null, series_id: id });
  });

  it('changes the whole series from its first occurrence', async () => {
    const { id } = await series();
    expect(await change(id, 1, 'following', { title: 'All' })).toMatchObject({ id, title: 'All' });
  });

  it('keeps the first series as the root of all series split from it', async () => {
    const { id } = await series();
    const second = await change(id, 2, 'following', {});
    expect(await change(second.id, 2, 'following', {})).toMatchObject({
      series_id: id,
      start_date: '2031-05-03 10:00:00',
    });
  });

  it('rejects a start at one of the rdates', async () => {
    const { id } = await series({ rdates: ['2031-05-02 18:00'] });
    const query = `occurrence_date=2031-05-02 18:00&scope=following`;
    expect((await app.api.as(editor).patch(`/events/${id}?${query}`, { title: 'x' })).status).toBe(400);
  });
});

describe('a change with the scope all', () => {
  it.each(['PUT', 'PATCH', 'POST'])(
    'by %s is the default without an occurrence, and keeps the ids of occurrences',
    async (method) => {
      const { id } = await series();
      const before = await view.occurrences(id);
      expect(await app.api.as(editor).send(method, `/events/${id}`, { title: 'New' })).toMatchObject({
        status: 200,
        body: { id, title: 'New' },
      });
      const after = await view.occurrences(id);
      expect(after.map(({ occurrence_id }) => occurrence_id)).toEqual(before.map(({ occurrence_id }) => occurrence_id));
      expect(told(after)).toEqual([1, 2, 3, 4, 5].map((day) => `New 05-0${day} 10:00`));
    },
  );

  it('by the dates of one occurrence moves all occurrences equally', async () => {
    const { id } = await series({ exdates: ['2031-05-02'], rdates: ['2031-05-20'] });
    const one = await change(id, 3, 'this', { title: 'Special' });
    const changed = await change(id, 2, 'all', { start_date: '2031-05-04 12:30', end_date: '2031-05-04 14:00' });
    expect(changed).toMatchObject({
      id,
      start_date: '2031-05-02 12:30:00',
      recurrence: { exdates: ['2031-05-03 12:30:00'], rdates: ['2031-05-21 12:30:00'] },
    });
    expect(await view.times(id)).toEqual(['05-02 12:30', '05-04 10:00', '05-04 12:30', '05-06 12:30', '05-21 12:30']);
    expect((await view.occurrences(id)).at(-1)).toMatchObject({ end_date: '2031-05-21 14:00:00', duration: 5_400 });
    expect((await app.api.get(`/events/${one.id}`)).body).toMatchObject({ recurrence_start: '2031-05-05 12:30:00' });
  });

  it('moves the weekdays and the end of the rule along', async () => {
    const { id } = await series({ rrule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TH,SU;UNTIL=20310518' });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-04 10:00', '05-15 10:00', '05-18 10:00']);
    expect((await all(id, { start_date: '2031-05-02 09:00' })).body).toMatchObject({
      recurrence: { rrule: 'FREQ=WEEKLY;INTERVAL=2;UNTIL=20310519T215959Z;BYDAY=FR,MO;WKST=TU' },
    });
    expect(await view.times(id)).toEqual(['05-02 09:00', '05-05 09:00', '05-16 09:00', '05-19 09:00']);
  });

  it('to another day requires a new rule when its days cannot move along', async () => {
    const { id } = await series({ rrule: 'FREQ=MONTHLY;BYDAY=1TH;COUNT=3' });
    expect(await all(id, { start_date: '2031-05-02 10:00' })).toMatchObject({
      status: 400,
      body: { data: { params: { start_date: expect.any(String) } } },
    });
    expect((await all(id, { start_date: '2031-05-01 15:00' })).status).toBe(200);
    expect((await all(id, { start_date: '2031-05-02 10:00', rrule: 'FREQ=MONTHLY;BYDAY=1FR;COUNT=2' })).status).toBe(
      200,
    );
    expect(await view.times(id)).toEqual(['05-02 10:00', '06-06 10:00']);
  });

  it('to another zone, or to whole days, keeps the days', async () => {
    const { id } = await series({ exdates: ['2031-05-02'], rrule: 'FREQ=DAILY;UNTIL=20310503T080000Z' });
    const zone = await all(id, { timezone: 'America/New_York' });
    expect(zone.body).toMatchObject({
      recurrence: { rrule: 'FREQ=DAILY;UNTIL=20310503T140000Z', exdates: ['2031-05-02 10:00:00'] },
    });
    expect((await all(id, { all_day: true })).body).toMatchObject({
      recurrence: { rrule: 'FREQ=DAILY;UNTIL=20310503', exdates: ['2031-05-02 00:00:00'] },
    });
    expect(await view.occurrences(id)).toMatchObject([
      { start_date: '2031-05-01 00:00:00' },
      { end_date: '2031-05-03 23:59:59' },
    ]);
  });

  it('by another rule removes its former occurrences from lists', async () => {
    const { id } = await series();
    const one = await change(id, 4, 'this', { title: 'Special' });
    await all(id, { rrule: 'FREQ=DAILY;INTERVAL=2;COUNT=2' });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-03 10:00']);
    expect((await app.api.as(editor).get(`/events/${one.id}`)).body).toMatchObject({
      code: 'event-no-longer-available',
    });
  });

  it('by an empty rule leaves a single event without recurrence members', async () => {
    const { id } = await series({ exdates: ['2031-05-01'] });
    await change(id, 1, 'this', { title: 'Special' });
    const { body } = await all(id, { rrule: '' });
    expect(JSON.stringify(body)).not.toMatch(/occurrence_id|series_id|recurrence/);
    expect(await view.times(id)).toEqual(['05-01 10:00']);
  });

  it('turns a single event into a series', async () => {
    const { id } = await app.given.event();
    await all(id, { rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(await view.times(id)).toEqual(['05-01 10:00', '05-08 10:00']);
  });
});

describe('a change with a scope', () => {
  it.each(['this', 'following'])('requires an occurrence for the scope %s', async (scope) => {
    const { id } = await series();
    expect(await all(id, { title: 'x', scope })).toMatchObject({
      status: 400,
      body: { data: { params: { occurrence_id: expect.any(String) } } },
    });
  });

  it('rejects scopes other than this, following and all', async () => {
    const { id } = await series();
    expect((await all(id, { title: 'x', scope: 'some' })).status).toBe(400);
    expect((await app.api.as(editor).delete(`/events/${id}?scope=some`)).status).toBe(400);
  });

  it('covers a single event as a whole', async () => {
    const { id } = await app.given.event();
    for (const scope of ['this', 'following', 'all'])
      expect((await all(id, { title: scope, scope })).body).toMatchObject({ id, title: scope });
  });

  it('requires the rights to change and delete the event', async () => {
    const author = app.given.author();
    const { id } = await app.given.event({ rrule: 'FREQ=DAILY;COUNT=5', timezone: 'Europe/Prague' }, author);
    const query = `occurrence_id=${await view.occurrenceId(id, 2)}`;
    for (const scope of ['this', 'following', 'all'])
      for (const who of [app.given.author(), app.given.subscriber()]) {
        expect((await app.api.as(who).patch(`/events/${id}?${query}&scope=${scope}`, { title: 'x' })).status).toBe(403);
        expect((await app.api.as(who).delete(`/events/${id}?${query}&scope=${scope}`)).status).toBe(403);
      }
    expect(await app.api.as(author).patch(`/events/${id}?${query}`, { title: 'Mine' })).toMatchObject({
      status: 200,
      body: { author: author.id },
    });
  });

  it('is serialized with a concurrent change of the same series', async () => {
    const { id } = await series();
    const [third, fourth] = [await view.occurrenceId(id, 3), await view.occurrenceId(id, 4)];
    const answers = await Promise.all([
      app.api.as(editor).patch(`/events/${id}?occurrence_id=${third}&scope=following`, { title: 'Third' }),
      app.api.as(editor).patch(`/events/${id}?occurrence_id=${fourth}&scope=following`, { title: 'Fourth' }),
    ]);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => (body as OccurrenceAnswer).id);
    // After the first cut, the occurrence of the second request belongs to the other series.
    expect(answers.filter(({ status }) => status !== 200).every(({ status }) => status === 404)).toBe(true);
    const shown = await view.listed(id, ...ids);
    expect(shown.map(({ start_date }) => start_date.slice(8, 10))).toEqual(['01', '02', '03', '04', '05']);
    expect(shown.slice(0, 3).map(({ title }) => title)).toEqual(['Daily', 'Daily', 'Third']);
    expect(shown[3]?.title).toBe(ids.length === 2 ? 'Fourth' : 'Third');
  });
});

it('changes of series keep the stored sums correct', async () => {
  expect(await app.database.query(SUMS.kept)).toEqual(await app.database.query(SUMS.counted));
});
