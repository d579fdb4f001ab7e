import { metrics } from '@almanac/observability';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ RUN_JOBS: 'false' });
});
afterAll(() => app.close());

const lag = async () =>
  Number(/^almanac_change_feed_lag_seconds (\S+)$/m.exec(await metrics.metrics())?.[1] ?? Number.NaN);

it('almanac_change_feed_lag_seconds is above zero while an older transaction holds back the feed', async () => {
  const older = app.database.source.createQueryRunner();
  await older.startTransaction();
  await older.query('SELECT pg_current_xact_id()');
  expect(await lag()).toBe(0);
  await app.given.event();
  expect(await lag()).toBeGreaterThan(0);
  await older.rollbackTransaction();
  await older.release();
});
