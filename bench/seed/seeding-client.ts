import { Client } from 'pg';

/** A client without the database's statement time-out, for statements that insert a million rows. Not yet connected. */
export const seedingClient = (url: string): Client =>
  new Client({ connectionString: url, options: '-c statement_timeout=0' });

/** Runs `work` with such a client. */
export async function onDatabase<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = seedingClient(url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Counts the books, chapters and pages that were inserted without triggers. The schema of an older build may have no such sums. */
export const correctSums = (client: Client): Promise<unknown> =>
  client.query(`DO $$ BEGIN
    IF to_regprocedure('correct_page_tallies()') IS NOT NULL THEN PERFORM correct_page_tallies(); END IF;
    IF to_regprocedure('correct_chapter_tallies()') IS NOT NULL THEN PERFORM correct_chapter_tallies(), correct_book_tallies(); END IF;
  END $$`);
