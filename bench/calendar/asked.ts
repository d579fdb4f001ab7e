import type { Database } from '@almanac/database';

export interface Asked {
  readonly sql: string;
  readonly parameters: unknown[] | undefined;
}

/** Records the queries of a running service. */
export class AskedQueries {
  /** Runs a query without recording it. */
  readonly query: Database['query'];
  private asked: Asked[] = [];

  constructor(database: Database) {
    const query = database.query.bind(database);
    this.query = query;
    database.query = (sql, parameters) => {
      this.asked.push({ sql, parameters });
      return query(sql, parameters);
    };
  }

  /** Sends a request and returns the queries that it causes. @throws when the answer is not a success */
  async of(target: string, headers: Record<string, string>): Promise<Asked[]> {
    this.asked = [];
    const answer = await fetch(target, { headers });
    if (!answer.ok) throw new Error(`GET ${target} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return this.asked;
  }
}
