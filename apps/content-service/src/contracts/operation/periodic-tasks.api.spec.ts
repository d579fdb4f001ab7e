import { until } from '@almanac/testing';
import { type ContentApp, startContent } from '../../testing/content-app';

/** Seconds until the next run of each periodic task. */
const INTERVALS = [
  { name: 'files.sweep', seconds: 60 },
  { name: 'follow-addresses.find', seconds: 300 },
  { name: 'idempotency.expire', seconds: 3_600 },
  { name: 'page-tallies.compact', seconds: 60 },
  { name: 'recycle-bin.purge-hourly', seconds: 3_600 },
  { name: 'runs.sweep', seconds: 600 },
  { name: 'search.reindex', seconds: 3_600 },
  { name: 'web-sessions.prune', seconds: 900 },
  { name: 'webhooks.clean-up', seconds: 3_600 },
  { name: 'webhooks.retry', seconds: 15 },
];

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const waiting = () =>
  app.database.query<{ name: string; seconds: number }>(
    `SELECT name, round(extract(epoch FROM start_after - created_on))::int AS seconds FROM jobs.job
     WHERE state = 'created' AND start_after > created_on ORDER BY name COLLATE "C"`,
  );

describe('the periodic tasks', () => {
  it('run in no process with RUN_JOBS=false', async () => {
    expect(await app.database.query('SELECT name FROM jobs.job')).toEqual([]);
  });

  it('all run at the start of a process with RUN_JOBS=true, and then at their intervals', async () => {
    await app.database.query(
      `INSERT INTO web_sessions (sid, sess, expire) VALUES ('old', '{}', now() - interval '1 second'), ('new', '{}', now() + interval '1 hour')`,
    );
    const worker = await startContent({ ...app.environment, RUN_JOBS: 'true' });
    await until(async () => (await waiting()).length === INTERVALS.length);
    expect(await waiting()).toEqual(INTERVALS);
    expect(await app.database.query('SELECT sid FROM web_sessions')).toEqual([{ sid: 'new' }]);
    await worker.close();
  });
});
