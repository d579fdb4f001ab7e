import type { Database } from '@almanac/database';

export interface Asked {
  readonly sql: string;
  readonly parameters: unknown[] | undefined;
}

/** Listens to what a running service asks its database. */
export class AskedQueries {
  /** Asks without being listened to. */
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

  /** Sends a request and tells which queries it causes. @throws when the answer is not a success */
  async of(target: string, headers: Record<string, string> = {}): Promise<Asked[]> {
    this.asked = [];
    const answer = await fetch(target, { headers });
    if (!answer.ok) throw new Error(`GET ${target} answers ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
    return this.asked;
  }
}
