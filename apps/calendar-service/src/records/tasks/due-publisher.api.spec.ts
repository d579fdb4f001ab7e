import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { DuePublisher } from './due-publisher';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

it.each(['event', 'venue', 'organizer'] as const)(
  'the periodic task publishes each due %s, but no later ones and no drafts',
  async (kind) => {
    const path = `/${kind}s`;
    const due = await app.given[kind]({ date: '2999-01-01' });
    const later = await app.given[kind]({ date: '2999-01-01' });
    const draft = await app.given[kind]({ status: 'draft', date: '2001-01-01' });
    expect(due).toMatchObject({ status: 'future' });
    await app.database.query(`UPDATE ${path.slice(1)} SET published_at = now() - interval '1 minute' WHERE id = $1`, [
      due.id,
    ]);

    await new DuePublisher(app.database, app.jobs).publishDue();

    const editor = app.given.editor();
    const read = async (id: number) => (await app.api.as(editor).get(`${path}/${id}`)).body;
    expect(await read(due.id)).toMatchObject({ status: 'publish' });
    expect(await read(later.id)).toMatchObject({ status: 'future' });
    expect(await read(draft.id)).toMatchObject({ status: 'draft' });
    expect((await app.api.get(`${path}/${due.id}`)).status).toBe(200);
  },
);
