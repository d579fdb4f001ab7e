import { seedingClient } from '../seed/seeding-client';

/** Commits that change nothing, but invalidate cached answers like any other. */
export async function startCommits(url: string, perSecond: number): Promise<() => Promise<void>> {
  if (perSecond === 0) return () => Promise.resolve();
  const client = seedingClient(url);
  await client.connect();
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = last.then(() => client.query(COMMIT));
  }, 1_000 / perSecond);
  return async () => {
    clearInterval(timer);
    await last;
    await client.end();
  };
}

/** A transaction that has a number counts as a change. */
export const COMMIT = 'SELECT pg_current_xact_id()';
