import { Client } from 'pg';

/** For statements that make a million rows; the database's own time-outs are those of a service. Not yet connected. */
export const seedingClient = (url: string): Client => new Client({ connectionString: url, options: '-c statement_timeout=0' });
