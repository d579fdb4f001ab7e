import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { DuePublisher } from './due-publisher';

let app: CalendarApp;
beforeAll(async () => { app = await startCalendar(); }); // prettier-ignore
afterAll(() => app.close());

it('publishes what has become due, and nothing else', async () => {
  const due = await app.given.event({ date: '2999-01-01' });
  const later = await app.given.event({ date: '2999-01-01' });
  const draft = await app.given.event({ status: 'draft', date: '2001-01-01' });
  expect(due).toMatchObject({ status: 'future' });
  await app.database.query(`UPDATE events SET published_at = now() - interval '1 minute' WHERE id = $1`, [due.id]);

  await new DuePublisher(app.database).publishDue();

  const editor = app.given.editor();
  const status = async (id: number) => (await app.api.as(editor).get(`/events/${id}`)).body;
  expect(await status(due.id)).toMatchObject({ status: 'publish' });
  expect(await status(later.id)).toMatchObject({ status: 'future' });
  expect(await status(draft.id)).toMatchObject({ status: 'draft' });
});
