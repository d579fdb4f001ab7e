// A separate program that takes a job, records its start in the database and never finishes it.
import { createDataSource, Database } from '@almanac/database';
import { Jobs } from '@almanac/jobs';

const HURRIED = { poll: 0.5, schedule: 1, supervise: 1 };

async function main([url = '', name = '']: string[]): Promise<void> {
  const options = { url, poolSize: 4, applicationName: 'dying worker', entities: [], migrations: [] };
  const database = new Database(await createDataSource(options).initialize(), console.error);
  const jobs = new Jobs(database, { works: true, report: console.error, paceSeconds: HURRIED });
  jobs.work<{ text: string }>(
    name,
    async ({ text }) => {
      await database.query('INSERT INTO done (who, text) VALUES ($1, $2)', ['died', text]);
      await new Promise(() => undefined);
    },
    { timeoutSeconds: 2 },
  );
  await jobs.start();
}

main(process.argv.slice(2)).catch((failure: unknown) => {
  console.error(failure);
  process.exit(1);
});
