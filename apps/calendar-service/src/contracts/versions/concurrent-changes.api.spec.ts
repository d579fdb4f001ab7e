import { until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let editor: object;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Sends the change while another transaction has changed the event, and commits that one when the change waits for it. */
async function changeDuring(sql: string, id: number, fields: object) {
  const other = app.database.source.createQueryRunner();
  await other.startTransaction();
  try {
    await other.query(sql, [id]);
    const answer = app.api.as(editor).patch(`/events/${id}`, fields);
    const waiting = `SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'`;
    await until(async () => (await app.database.query(waiting)).length > 0);
    await other.commitTransaction();
    return await answer;
  } finally {
    await other.release();
  }
}

describe('PATCH /events/{id} during another change of the event', () => {
  it('keeps the other change', async () => {
    const { id } = await app.given.event({ title: 'Regatta' });
    const other = `UPDATE events SET website = 'https://example.com/other', modified_at = now() WHERE id = $1`;
    expect(await changeDuring(other, id, { title: 'Changed' })).toMatchObject({
      status: 200,
      body: { title: 'Changed', website: 'https://example.com/other' },
    });
  });

  it('answers 410 when the other change moves the event to the trash', async () => {
    const { id } = await app.given.event();
    const trash = `UPDATE events SET status = 'trash', status_before_trash = status, trashed_at = now() WHERE id = $1`;
    expect(await changeDuring(trash, id, { title: 'Changed' })).toMatchObject({ status: 410 });
  });

  it('answers 404 when the other change deletes the event', async () => {
    const { id } = await app.given.event();
    const answer = await changeDuring('DELETE FROM events WHERE id = $1', id, { title: 'Changed' });
    expect(answer).toMatchObject({ status: 404, body: { code: 'rest-event-not-found' } });
  });

  it('keeps the status when the other change publishes a draft', async () => {
    const { id } = await app.given.event({ status: 'draft' });
    const publish = `UPDATE events SET status = 'publish', slug = 'published', modified_at = now() WHERE id = $1`;
    expect(await changeDuring(publish, id, { title: 'Changed' })).toMatchObject({
      status: 200,
      body: { title: 'Changed', status: 'publish', slug: 'published' },
    });
  });
});

it('concurrent changes of different fields are all kept', async () => {
  const { id } = await app.given.event();
  const fields = [{ title: 'Changed' }, { excerpt: 'Short' }, { featured: true }, { sticky: true }, { cost: '5' }];
  const answers = await Promise.all(fields.map((changed) => app.api.as(editor).patch(`/events/${id}`, changed)));
  expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
  const { body } = await app.api.get(`/events/${id}`);
  expect(body).toMatchObject({ title: 'Changed', excerpt: '<p>Short</p>', featured: true, sticky: true, cost: '5' });
});
