import { Database } from '@almanac/database';
import {
  defineListing,
  fetchListing,
  integer,
  type ListBatch,
  type ListQuery,
  text,
  timestamp,
} from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import type { SortRuleRow } from './sort-rule.presenter';

export const sortRuleListing = defineListing({
  id: integer('rule.id'),
  name: text('rule.name'),
  created_at: timestamp('rule.created_at'),
  updated_at: timestamp('rule.updated_at'),
});

const COLUMNS = 'rule.id, rule.name, rule.operations, rule.created_at, rule.updated_at';

type Values = Pick<SortRuleRow, 'name' | 'operations'>;

/** Queries for sort rules. */
@Injectable()
export class SortRulesRepository {
  constructor(private readonly database: Database) {}

  list(query: ListQuery): Promise<ListBatch<SortRuleRow>> {
    return fetchListing(this.database, sortRuleListing, query, {
      select: COLUMNS,
      from: 'sort_rules rule',
      where: () => 'TRUE',
    });
  }

  find(id: number): Promise<SortRuleRow | undefined> {
    return this.row(`SELECT ${COLUMNS} FROM sort_rules rule WHERE id = $1`, [id]);
  }

  lock(id: number): Promise<SortRuleRow | undefined> {
    return this.row(`SELECT ${COLUMNS} FROM sort_rules rule WHERE id = $1 FOR UPDATE`, [id]);
  }

  insert({ name, operations }: Values): Promise<SortRuleRow | undefined> {
    const sql = `INSERT INTO sort_rules AS rule (name, operations) VALUES ($1, $2) RETURNING ${COLUMNS}`;
    return this.row(sql, [name, operations]);
  }

  update(id: number, { name, operations }: Values): Promise<SortRuleRow | undefined> {
    const sql = `UPDATE sort_rules rule SET name = $2, operations = $3, updated_at = now() WHERE id = $1 RETURNING ${COLUMNS}`;
    return this.row(sql, [id, name, operations]);
  }

  /** The books lose their rule, and keep their order. */
  async remove(id: number): Promise<void> {
    await this.database.query('DELETE FROM sort_rules WHERE id = $1', [id]);
  }

  async countBooks(id: number): Promise<number> {
    const sql = 'SELECT count(*)::int AS count FROM books WHERE sort_rule_id = $1';
    const [row] = await this.database.query<{ count: number }>(sql, [id]);
    return row?.count ?? 0;
  }

  /** Lock the rule before, so that no other book gets it and changes of one rule cannot deadlock. */
  async lockBooks(id: number): Promise<number[]> {
    const sql = 'SELECT id FROM books WHERE sort_rule_id = $1 ORDER BY id FOR NO KEY UPDATE';
    return (await this.database.query<{ id: number }>(sql, [id])).map((book) => book.id);
  }

  private async row(sql: string, parameters: unknown[]): Promise<SortRuleRow | undefined> {
    const [row] = await this.database.query<SortRuleRow>(sql, parameters);
    return row;
  }
}
