import { Database, insertColumns, selectColumns, setColumns, type Sql, sql } from '@almanac/database';
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
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { Book } from '../../content/items/book.entity';
import { SortRule } from '../../content/sorting/sort-rule.entity';

export const sortRuleListing = defineListing({
  id: integer('rule.id'),
  name: text('rule.name'),
  created_at: timestamp('rule.created_at'),
  updated_at: timestamp('rule.updated_at'),
});

const COLUMNS = selectColumns(SortRule, 'rule');

const BOOKS = sql`SELECT ${selectColumns(Book, 'book', 'id')} FROM books book WHERE sort_rule_id = $1 ORDER BY id`;

type Values = Pick<SortRule, 'name' | 'operations'>;

/** Queries for sort rules. */
@Injectable()
export class SortRulesRepository {
  constructor(
    private readonly database: Database,
    @InjectRepository(SortRule) private readonly rows: Repository<SortRule>,
    @InjectRepository(Book) private readonly books: Repository<Book>,
  ) {}

  list(query: ListQuery): Promise<ListBatch<SortRule>> {
    return fetchListing(this.database, sortRuleListing, query, {
      select: COLUMNS,
      from: 'sort_rules rule',
      where: () => 'TRUE',
    });
  }

  find(id: number): Promise<SortRule | null> {
    return this.rows.findOneBy({ id });
  }

  lock(id: number): Promise<SortRule | undefined> {
    return this.row(sql`SELECT ${COLUMNS} FROM sort_rules rule WHERE id = $1 FOR UPDATE`, [id]);
  }

  insert({ name, operations }: Values): Promise<SortRule | undefined> {
    const columns = insertColumns(SortRule, { name: '$1', operations: '$2' });
    return this.row(sql`INSERT INTO sort_rules AS rule ${columns} RETURNING ${COLUMNS}`, [name, operations]);
  }

  update(id: number, { name, operations }: Values): Promise<SortRule | undefined> {
    const columns = setColumns(SortRule, { name: '$2', operations: '$3', updatedAt: 'now()' });
    return this.row(sql`UPDATE sort_rules rule SET ${columns} WHERE id = $1 RETURNING ${COLUMNS}`, [
      id,
      name,
      operations,
    ]);
  }

  /** The books lose their rule, and keep their order. */
  async remove(id: number): Promise<void> {
    await this.rows.delete(id);
  }

  countBooks(id: number): Promise<number> {
    return this.books.countBy({ sortRuleId: id });
  }

  async findBooks(id: number): Promise<number[]> {
    return (await this.database.query(BOOKS, [id])).map((book) => book.id);
  }

  /** Lock the rule before, so that no other book gets it and changes of one rule cannot deadlock. */
  async lockBooks(id: number): Promise<number[]> {
    return (await this.database.query(sql`${BOOKS} FOR NO KEY UPDATE`, [id])).map((book) => book.id);
  }

  private async row(statement: Sql<SortRule>, parameters: unknown[]): Promise<SortRule | undefined> {
    const [row] = await this.database.query(statement, parameters);
    return row;
  }
}
