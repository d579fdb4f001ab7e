import type { Database } from '@almanac/database';

export interface RecordedQuery {
  readonly sql: string;
  readonly parameters: unknown[] | undefined;
}

/** Records the queries of a running service. */
export class QueryRecorder {
  /** Runs a query without recording it. */
  readonly query: Database['query'];
  private recorded: RecordedQuery[] = [];

  constructor(database: Database) {
    const query = database.query.bind(database);
    this.query = query;
    database.query = (sql, parameters) => {
      this.recorded.push({ sql, parameters });
      return query(sql, parameters);
    };
  }

  /** Sends a request and returns the queries that it causes. @throws when the answer is not a success */
  async of(target: string, headers: Record<string, string>): Promise<RecordedQuery[]> {
    this.recorded = [];
    const answer = await fetch(target, { headers });
    if (!answer.ok) throw new Error(`GET ${target} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return this.recorded;
  }
}
