import { until } from '@almanac/testing';
import { type ContentApp, startContent } from './content-app';

const UNFINISHED = `SELECT 1 FROM jobs.job WHERE name = 'follow-addresses' AND state IN ('created', 'retry', 'active')`;

/** Waits until all changes of addresses are processed, by the jobs of the app and then by the periodic task. */
export async function waitForLinkUpdates(app: ContentApp): Promise<void> {
  await until(async () => (await app.database.query(UNFINISHED)).length === 0);
  const isEmpty = async () => (await app.database.query('SELECT 1 FROM address_changes')).length === 0;
  if (await isEmpty()) return;
  // The periodic tasks run when a process starts.
  const worker = await startContent({ ...app.environment, RUN_JOBS: 'true' });
  await until(isEmpty);
  await worker.close();
}
