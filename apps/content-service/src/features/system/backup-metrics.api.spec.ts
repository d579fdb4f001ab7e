import { metrics } from '@almanac/observability';
import { type ContentApp, startContent } from '../../testing/content-app';

const HOUR = 3_600;

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
  await app.given.admin();
});
afterAll(() => app.close());

async function measured() {
  const shown = await metrics.metrics();
  const valueOf = (name: string) => Number(new RegExp(`^${name} (.+)$`, 'm').exec(shown)?.[1]);
  return {
    hours: Math.round(valueOf('almanac_backup_age_seconds') / HOUR),
    failed: valueOf('almanac_backup_failed'),
  };
}

const ran = (hoursAgo: number, complete: boolean) =>
  app.database.query('INSERT INTO backup_runs (ended_at, complete) VALUES (now() - make_interval(hours => $1), $2)', [
    hoursAgo,
    complete,
  ]);

it('the metrics tell the age of the newest complete backup, and whether the latest one failed', async () => {
  await app.database.query(`UPDATE users SET created_at = now() - interval '90 hours'`);
  expect(await measured()).toEqual({ hours: 90, failed: 0 });
  await ran(60, false);
  expect(await measured()).toEqual({ hours: 90, failed: 1 });
  await ran(50, true);
  expect(await measured()).toEqual({ hours: 50, failed: 0 });
  await ran(20, false);
  expect(await measured()).toEqual({ hours: 50, failed: 1 });
});
