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
const at = (day: number, scope: string) => `occurrence_date=2031-05-0${day} 10:00&scope=${scope}`;

async function done(answer: Promise<{ status: number; body: unknown }>): Promise<OccurrenceAnswer> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return body as OccurrenceAnswer;
}
const remove = (id: number, query = '') => done(app.api.as(editor).delete(`/events/${id}?${query}`));
const restore = (id: number, query = '') => done(app.api.as(editor).post(`/events/${id}/restore?${query}`));
const replace = (id: number, day: number) =>
  done(app.api.as(editor).patch(`/events/${id}?${at(day, 'this')}`, { title: `On the ${day}th` }));
const days = async (...ids: number[]) =>
  (await view.listed(...ids)).map(({ start_date }) => Number(start_date.slice(8, 10)));

describe('the trash of a single occurrence', () => {
  it('adds the date to the exdates, and restores it by its date', async () => {
    const { id } = await series();
    expect(await remove(id, at(2, 'this'))).toMatchObject({ id, start_date: '2031-05-02 10:00:00' });
    expect(await days(id)).toEqual([1, 3, 4, 5]);
    expect((await app.api.get(`/events/${id}`)).body).toMatchObject({
      recurrence: { exdates: ['2031-05-02 10:00:00'] },
    });
    expect((await app.api.as(editor).post(`/events/${id}/restore?scope=this`)).status).toBe(400);
    expect(await restore(id, 'occurrence_date=2031-05-02')).toMatchObject({ id, recurrence: { exdates: [] } });
    expect(await days(id)).toEqual([1, 2, 3, 4, 5]);
    expect((await app.api.as(editor).post(`/events/${id}/restore?${at(2, 'this')}`)).status).toBe(400);
  });

  it('deletes the series with its last occurrence', async () => {
    const { id } = await series({ rrule: 'FREQ=DAILY;COUNT=2' });
    await remove(id, at(1, 'this'));
    expect(await remove(id, at(2, 'this'))).toMatchObject({ status: 'trash' });
    expect(await restore(id)).toMatchObject({ status: 'publish' });
    expect(await days(id)).toEqual([2]);
  });

  it('holds a changed occurrence, and the series does not show the replaced one', async () => {
    const { id } = await series();
    const one = await replace(id, 2);
    expect(await remove(one.id)).toMatchObject({ status: 'trash' });
    await done(app.api.as(editor).patch(`/events/${id}`, { rrule: 'FREQ=DAILY;COUNT=3' }));
    expect(await days(id, one.id)).toEqual([1, 3]);
    await restore(one.id);
    expect(await days(id, one.id)).toEqual([1, 2, 3]);
    await remove(one.id, 'force=true');
    await done(app.api.as(editor).patch(`/events/${id}`, { rrule: 'FREQ=DAILY;COUNT=4' }));
    expect(await days(id)).toEqual([1, 3, 4]);
  });
});

describe('the trash of this and following occurrences', () => {
  it('holds them as a series that can be restored', async () => {
    const { id, slug } = await series();
    const one = await replace(id, 4);
    const tail = await remove(id, at(3, 'following'));
    expect(tail).toMatchObject({ status: 'trash', series_id: id, start_date: '2031-05-03 10:00:00' });
    expect(await days(id, tail.id, one.id)).toEqual([1, 2]);
    expect((await restore(tail.id))['slug']).toMatch(new RegExp(`^${slug}-\\d+$`));
    expect(await days(id, tail.id, one.id)).toEqual([1, 2, 3, 4, 5]);
  });

  it('is skipped with force', async () => {
    const { id } = await series();
    const one = await replace(id, 4);
    expect(await remove(id, `${at(3, 'following')}&force=true`)).toMatchObject({ start_date: '2031-05-03 10:00:00' });
    expect(await days(id)).toEqual([1, 2]);
    expect((await app.api.as(editor).get(`/events/${one.id}`)).status).toBe(404);
  });
});

describe('the trash of all occurrences', () => {
  it('includes separately changed occurrences, and restores those that went with the series', async () => {
    const { id } = await series();
    const [second, third] = [await replace(id, 2), await replace(id, 3)];
    await remove(second.id);
    expect(await remove(id)).toMatchObject({ id, status: 'trash' });
    expect(await days(id, second.id, third.id)).toEqual([]);
    expect((await app.api.as(editor).delete(`/events/${id}`)).status).toBe(410);
    expect((await app.api.as(editor).patch(`/events/${id}?${at(4, 'this')}`, { title: 'x' })).status).toBe(410);
    expect(await restore(id)).toMatchObject({ id, status: 'publish' });
    expect(await days(id, second.id, third.id)).toEqual([1, 3, 4, 5]);
    expect((await app.api.get(`/events/${third.id}`)).body).toMatchObject({ title: 'On the 3th', slug: third['slug'] });
  });

  it('is skipped with force, and series that were split off remain', async () => {
    const { id } = await series();
    const one = await replace(id, 2);
    const tail = await done(app.api.as(editor).patch(`/events/${id}?${at(4, 'following')}`, { title: 'Split off' }));
    await remove(id, 'force=true');
    expect(await days(tail.id)).toEqual([4, 5]);
    for (const gone of [id, one.id]) expect((await app.api.as(editor).get(`/events/${gone}`)).status).toBe(404);
  });
});

describe('replacements that the caller may not delete', () => {
  const status = async (id: number): Promise<unknown> => {
    const { body } = await app.api.as(editor).get(`/events/${id}`);
    return Object(body).status ?? Object(body).code;
  };
  const as = (by: Person, method: string, path: string, body?: object) =>
    done(app.api.as(by).send(method, `/events/${path}`, body));

  /** A series of the caller with three replacements: one of the caller, one of another author, one that takes the right to publish. */
  async function mixed() {
    const caller = app.given.contributor();
    const { id } = await series({ status: 'draft', author: caller.id });
    const [own, ofAnother, published] = [await replace(id, 3), await replace(id, 4), await replace(id, 5)];
    await as(editor, 'PATCH', String(ofAnother.id), { author: app.given.author().id });
    await as(editor, 'PATCH', String(published.id), { status: 'publish' });
    const ids = [id, own.id, ofAnother.id, published.id];
    return { caller, id, ids, statuses: () => Promise.all(ids.map(status)) };
  }
  const TRASH = 'event-no-longer-available';
  const GONE = 'rest-event-not-found';

  it.each([
    ['a deletion of the series', 'DELETE', '', {}, [TRASH, TRASH]],
    ['a deletion of the series with force', 'DELETE', 'force=true', {}, [GONE, GONE]],
    ['a deletion of following occurrences', 'DELETE', at(2, 'following'), {}, ['draft', TRASH]],
    [
      'a deletion of following occurrences with force',
      'DELETE',
      `${at(2, 'following')}&force=true`,
      {},
      ['draft', GONE],
    ],
    ['a rule without them', 'PATCH', '', { rrule: 'FREQ=DAILY;COUNT=2' }, ['draft', TRASH]],
    ['the end of the repetition', 'PATCH', '', { rrule: '' }, ['draft', TRASH]],
  ])('stay after %s', async (_, method, query, body, [ofSeries, ofOwn]) => {
    const { caller, id, statuses } = await mixed();
    expect(await statuses()).toEqual(['draft', 'draft', 'draft', 'publish']);
    await as(caller, method, `${id}?${query}`, body);
    expect(await statuses()).toEqual([ofSeries, ofOwn, 'draft', 'publish']);
  });

  it('stay in the trash when the caller restores the series', async () => {
    const { caller, id, statuses } = await mixed();
    await remove(id);
    expect(await statuses()).toEqual([TRASH, TRASH, TRASH, TRASH]);
    await as(caller, 'POST', `${id}/restore`);
    expect(await statuses()).toEqual(['draft', 'draft', TRASH, TRASH]);
  });
});

it('deletions and restores keep the stored sums correct', async () => {
  expect(await app.database.query(SUMS.kept)).toEqual(await app.database.query(SUMS.counted));
});
