import { getConstructionPlans } from 'pg-boss';

/** The schema of pg-boss's tables. */
export const JOBS_SCHEMA = 'jobs';

interface Runner {
  query(sql: string): Promise<unknown>;
}

/** Creates pg-boss's tables in an empty schema. It opens a transaction of its own, so a migration that calls it sets `transaction = false`. */
export async function installJobs(runner: Runner): Promise<void> {
  await runner.query(getConstructionPlans(JOBS_SCHEMA));
}

export async function removeJobs(runner: Runner): Promise<void> {
  await runner.query(`DROP SCHEMA ${JOBS_SCHEMA} CASCADE`);
}
