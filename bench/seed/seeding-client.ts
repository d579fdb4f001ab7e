import { Client } from 'pg';

/** A client without the database's statement time-out, for statements that insert a million rows. Not yet connected. */
export const seedingClient = (url: string): Client =>
  new Client({ connectionString: url, options: '-c statement_timeout=0' });
