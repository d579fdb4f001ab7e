import { Database } from '@almanac/database';
import { readCalendarSettings } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { TrashCleanup } from './trash-cleanup';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

/** Stands for another process: it does not run inside transactions of the test. */
const keeper = (days: number) =>
  new TrashCleanup(
    new Database(app.database.source, () => undefined),
    app.jobs,
    readCalendarSettings({ ...app.environment, TRASH_LIFETIME: String(days) }),
  );

async function trashed(kind: 'event' | 'venue' | 'organizer', daysAgo: number): Promise<number> {
  const { id } = await app.given[kind]();
  expect((await app.api.as(editor).delete(`/${kind}s/${id}`)).status).toBe(200);
  await app.database.query(`UPDATE ${kind}s SET trashed_at = now() - make_interval(days => $1) WHERE id = $2`, [
    daysAgo,
    id,
  ]);
  return id;
}

const isThere = async (kind: string, id: number): Promise<boolean> =>
  (await app.database.query(`SELECT 1 FROM ${kind}s WHERE id = $1`, [id])).length === 1;

describe.each(['event', 'venue', 'organizer'] as const)('the trash clean-up for kind %s', (kind) => {
  it('deletes records after their lifetime in the trash and reports them in the change feed', async () => {
    const [old, young, alive] = [await trashed(kind, 8), await trashed(kind, 6), (await app.given[kind]()).id];
    await keeper(7).empty();
    expect([await isThere(kind, old), await isThere(kind, young), await isThere(kind, alive)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await app.database.query(`SELECT is_gone AS "isGone" FROM changes WHERE record_id = $1`, [old])).toEqual([
      { isGone: true },
    ]);
    expect((await app.api.as(editor).post(`/${kind}s/${old}/restore`)).status).toBe(404);
    expect((await app.api.as(editor).post(`/${kind}s/${young}/restore`)).status).toBe(200);
  });
});

it('a trash lifetime of 0 keeps records in the trash forever', async () => {
  const id = await trashed('event', 10_000);
  await keeper(0).empty();
  expect(await isThere('event', id)).toBe(true);
});

it('one run of the trash clean-up removes more than one batch', async () => {
  const id = await trashed('organizer', 8);
  await app.database.query(
    `INSERT INTO organizers (author_id, status, status_before_trash, trashed_at, slug, name)
      SELECT author_id, status, status_before_trash, trashed_at, '', name || series FROM organizers, generate_series(1, 1100) series WHERE id = $1`,
    [id],
  );
  await keeper(7).empty();
  expect(
    await app.database.query(
      `SELECT id FROM organizers WHERE status = 'trash' AND trashed_at < now() - interval '7 days'`,
    ),
  ).toEqual([]);
});

it('the trash clean-up does nothing while another process holds its lock, and skips locked records', async () => {
  const [old, restored] = [await trashed('venue', 8), await trashed('venue', 8)];
  await app.database.transaction(async () => {
    await app.database.query('SELECT pg_advisory_xact_lock(7240601)');
    await keeper(7).empty();
    expect(await isThere('venue', old)).toBe(true);
  });
  await app.database.transaction(async () => {
    await app.database.query('SELECT 1 FROM venues WHERE id = $1 FOR UPDATE', [restored]);
    await keeper(7).empty();
  });
  expect([await isThere('venue', old), await isThere('venue', restored)]).toEqual([false, true]);
});
