import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent({ API_REQUESTS_IN_FLIGHT: '6' });
});
afterAll(() => app.close());

const stuck = async () =>
  (
    await app.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    )
  ).length;

it('requests of one caller that wait for the database leave connections for others', async () => {
  const [busy, other] = [await app.given.admin(), await app.given.admin()];
  const book = await app.given.book();
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query('SELECT 1 FROM books WHERE id = $1 FOR UPDATE', [book.id]);
    const answers = Array.from({ length: 15 }, (_, at) =>
      app.api.as(busy).put(`/api/books/${book.id}`, { name: `Name ${at}` }),
    );
    await until(async () => (await stuck()) >= 6);
    expect((await app.api.as(other).get('/api/books')).status).toBe(200);
    expect(await stuck()).toBe(6);
    await holder.rollbackTransaction();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(15).fill(200));
  } finally {
    await holder.release();
  }
});
