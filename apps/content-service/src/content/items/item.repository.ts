import type { Actor } from '@almanac/auth';
import { columnNames, type Database, selectColumns, type Sql, sql } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { fetchListing, type ListingDefinition, type ListBatch, type ListQuery, Parameters } from '@almanac/listing';
import type { QueryDeepPartialEntity, Repository } from 'typeorm';
import type { AccessService } from '../access/access.service';
import type { Action } from '../access/permission-rules';
import { Tag, type TagInputDto } from '../item-fields/tags';
import type { ContentItem } from '../kinds/shared-columns';
import { ITEM_KINDS, type ItemKind, type ItemType } from '../kinds/item-kinds';
import { peopleColumns, type TagRow, tagsColumn } from '../kinds/item-sql';
import type { ItemPeople } from '../kinds/presentation';
import { isTallied, visibleTotal } from '../tallies/visible-totals';

/** A row with the people and tags that answers show. */
export type ItemDetail<E extends ContentItem> = E & ItemPeople & { tags: TagRow[] };

/** The columns of an `ItemDetail`. */
export const itemColumns = <E extends ContentItem>(
  entity: abstract new () => E,
  type: ItemType,
  alias: string,
): Sql<ItemDetail<E>> =>
  sql`${selectColumns(entity, alias)}, ${peopleColumns(alias)}, ${tagsColumn(ITEM_KINDS[type].key, alias)}`;

/** The columns of a kind's rows, and the tables that they need besides its own. */
interface Selection<Row> {
  columns: Sql<Row>;
  join?: string;
}

/** The rows that a kind reads and writes. */
export interface ItemReads<Listed, Written, Detail> {
  listing: ListingDefinition;
  list: Selection<Listed>;
  detail: Selection<Detail>;
  /** The columns of a row that a write returns, with the table as their alias. */
  written: Sql<Written>;
}

/** Gives common table expressions that store rows of the written item, which is the row of `item`. */
export type RowsOfItem = (parameters: Parameters) => string;

/**
 * Reads and writes the rows of one kind. Reads find only the items that the caller sees. Answers are presented from the row that a write
 * returns, without another read.
 */
export abstract class ItemRepository<
  E extends ContentItem,
  Listed extends object,
  Written extends ItemDetail<E>,
  Detail extends Written = Written,
> {
  private readonly kind: ItemKind;

  constructor(
    type: ItemType,
    private readonly reads: ItemReads<Listed, Written, Detail>,
    protected readonly database: Database,
    protected readonly access: AccessService,
    private readonly entities: Repository<E>,
  ) {
    this.kind = ITEM_KINDS[type];
  }

  async list(query: ListQuery, actor: Actor): Promise<ListBatch<Listed>> {
    const { type, table, alias } = this.kind;
    const { columns, join } = this.reads.list;
    const view = await this.access.view(actor);
    return fetchListing(this.database, this.reads.listing, query, {
      select: columns,
      from: [`${table} ${alias}`, join].filter(Boolean).join(' '),
      ...(join === undefined ? {} : { countFrom: `${table} ${alias}` }),
      where: (parameters) => view.visible(type, alias, parameters),
      ...(isTallied(type) ? { total: (parameters) => visibleTotal(type, view, parameters) } : {}),
    });
  }

  /** @throws Problem 404 */
  async find(id: number, actor: Actor): Promise<Detail> {
    const { type, noun, table, alias } = this.kind;
    const { columns, join = '' } = this.reads.detail;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, alias, parameters);
    const statement = sql`SELECT ${columns} FROM ${table} ${alias} ${join}
      WHERE ${visible} AND ${alias}.id = ${parameters.add(id)}`;
    const [row] = await this.database.query(statement, parameters.values);
    return row ?? notFound(noun);
  }

  /** @throws Problem 404; 403 when the caller may not do this with the item */
  async findFor(action: Action, id: number, actor: Actor): Promise<Detail> {
    const item = await this.find(id, actor);
    await this.access.require(actor, action, this.kind.type, item);
    return item;
  }

  /** `lock`. @throws Problem 404; 403 when the caller may not do this with the item */
  async lockFor(action: Action, id: number, actor: Actor): Promise<Detail> {
    const item = await this.lock(id, actor);
    await this.access.require(actor, action, this.kind.type, item);
    return item;
  }

  /**
   * Reads the item for a change. Its row stays locked until the transaction ends, so that concurrent changes run one after the other.
   * The read is a second statement: only then do tags and texts come from the state behind the lock.
   * @throws Problem 404
   */
  async lock(id: number, actor: Actor): Promise<Detail> {
    const { type, noun, table, alias } = this.kind;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, alias, parameters);
    const key = parameters.add(id);
    const before = this.lockedBefore?.(key) ?? { sql: '', condition: 'TRUE' };
    const locking = `${before.sql} SELECT 1 FROM ${table} ${alias}
      WHERE ${before.condition} AND ${visible} AND ${alias}.id = ${key} FOR NO KEY UPDATE`;
    if ((await this.database.query(locking, parameters.values)).length === 0) notFound(noun);
    return this.find(id, actor);
  }

  /**
   * Inserts a row that belongs to the caller, with its tags and further rows by the same statement.
   * @throws Problem 404 when the caller does not see the new item
   */
  async insert(
    values: QueryDeepPartialEntity<E>,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
    further: readonly RowsOfItem[] = [],
  ): Promise<Written> {
    const people = { createdBy: actor.id, updatedBy: actor.id, ownedBy: actor.id };
    const insertion = this.entities
      .createQueryBuilder(this.kind.table)
      .insert()
      .values({ ...values, ...people });
    const [inserting, inserted] = insertion.getQueryAndParameters();
    const parameters = new Parameters(inserted);
    const named = namedOf(tags ?? []);
    const parts = further.map((rows) => rows(parameters));
    if (named.length > 0) parts.push(`tagged AS (${this.insertingTags('(SELECT id FROM item)', named, parameters)})`);
    const [item] = await this.database.query(this.returning(inserting, parts), parameters.values);
    if (!item || !(await this.access.allows(actor, 'view', this.kind.type, item))) return notFound(this.kind.noun);
    // The column was read before the tags were inserted.
    item.tags = named.map(({ name, value }) => ({ name, value: value ?? '', order: 0 }));
    return item;
  }

  /**
   * Stores changes of a locked item, also in the object, and further rows by the same statement. Without `tags` its tags stay. A change of
   * its address needs `CrossReferences.follow`.
   */
  async update(
    item: Written,
    changes: QueryDeepPartialEntity<E>,
    tags: readonly TagInputDto[] | undefined,
    actor: Actor,
    further: readonly RowsOfItem[] = [],
  ): Promise<void> {
    const { key } = this.kind;
    if (tags !== undefined) {
      await this.database.query(`DELETE FROM tags WHERE ${key} = $1`, [item.id]);
      const [named, parameters] = [namedOf(tags), new Parameters()];
      const inserting = this.insertingTags(`${parameters.add(item.id)}::int`, named, parameters);
      if (named.length > 0) await this.database.query(inserting, parameters.values);
    }
    const update = this.entities
      .createQueryBuilder()
      .update()
      .set({ ...changes, updatedBy: actor.id })
      .where('id = :id', { id: item.id });
    const [updating, changed] = update.getQueryAndParameters();
    const parameters = new Parameters(changed);
    const parts = further.map((rows) => rows(parameters));
    Object.assign(item, ...(await this.database.query(this.returning(updating, parts), parameters.values)));
  }

  /** The part of a query that locks other rows before the item. @param id SQL of the item's id */
  protected lockedBefore?(id: string): { sql: string; condition: string };

  /** A statement that writes the item, and further rows, and returns the item. @param writing an INSERT or UPDATE of its row */
  private returning(writing: string, further: readonly string[]) {
    const item = sql`item AS (${writing} RETURNING ${this.reads.written})`;
    return sql`WITH ${item}${further.map((part) => `, ${part}`).join('')} SELECT * FROM item`;
  }

  /** @param id SQL of the item's id */
  private insertingTags(id: string, tags: readonly TagInputDto[], parameters: Parameters): string {
    // Two arrays, because a statement takes no more than 65,535 parameters.
    const columns = [tags.map(({ name }) => name), tags.map(({ value }) => value ?? '')];
    const [names, values] = columns.map((column) => `${parameters.add(column)}::text[]`);
    return `INSERT INTO tags (${this.kind.key}, ${columnNames(Tag, 'name', 'value')}) SELECT ${id}, tag.name, tag.value
      FROM unnest(${names}, ${values}) WITH ORDINALITY AS tag (name, value, position) ORDER BY tag.position`;
  }
}

/** Tags without a name are left out (content-behaviour §8). */
const namedOf = (tags: readonly TagInputDto[]): TagInputDto[] => tags.filter(({ name }) => name !== '');
