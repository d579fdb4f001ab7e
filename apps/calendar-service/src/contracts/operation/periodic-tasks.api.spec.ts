import { selectComputed, sql } from '@almanac/database';
import { until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

/** Seconds until the next run of each periodic task. */
const INTERVALS = [
  { name: 'changes.forget', seconds: 3_600 },
  { name: 'idempotency.expire', seconds: 3_600 },
  { name: 'records.publish-due', seconds: 25 },
  { name: 'runs.sweep', seconds: 600 },
  { name: 'series.extend', seconds: 3_600 },
  { name: 'tallies.compact', seconds: 60 },
  { name: 'trash.empty', seconds: 3_600 },
  { name: 'webhooks.report', seconds: 15 },
];

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar({ RUN_JOBS: 'false' });
});
afterAll(() => app.close());

const waiting = () =>
  app.database.query(
    sql`SELECT ${selectComputed<{ name: string; seconds: number }>({
      name: 'name',
      seconds: 'round(extract(epoch FROM start_after - created_on))::int',
    })} FROM jobs.job
     WHERE state = 'created' AND start_after > created_on ORDER BY name COLLATE "C"`,
  );

describe('the periodic tasks', () => {
  it('do not run with RUN_JOBS=false', async () => {
    expect(await app.database.query('SELECT name FROM jobs.job')).toEqual([]);
  });

  it('run at the start with RUN_JOBS=true, and then at their intervals', async () => {
    const due = await app.given.event({ date: '2999-01-01' });
    await app.database.query(`UPDATE events SET published_at = now() - interval '1 minute' WHERE id = $1`, [due.id]);
    const worker = await startCalendar({ ...app.environment, RUN_JOBS: 'true' });
    await until(async () => (await waiting()).length === INTERVALS.length);
    expect(await waiting()).toEqual(INTERVALS);
    expect(await app.database.query('SELECT status FROM events WHERE id = $1', [due.id])).toEqual([
      { status: 'publish' },
    ]);
    await worker.close();
  });
});
