import type { Actor } from '@almanac/auth';
import { Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { Page } from '../items/page.entity';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import { ContentItem } from '../kinds/shared-columns';

/** The parts of an address: `book` is the slug of the book of a chapter or page. */
export interface ItemAddress {
  type: ItemType;
  slug: string;
  book?: string;
}

export type FoundItem = Pick<ContentItem, 'id' | 'name'> & {
  /** The address of the item today. */
  path: string;
};

/** @param book SQL of the slug of the book */
const foundColumns = (book: string) => sql`${selectColumns(ContentItem, 'item', 'id', 'name', 'slug')},
  ${selectComputed<{ bookSlug: string | null }>({ bookSlug: book })}`;

/** Finds items by the addresses that people open (content-behaviour §6.9). */
@Injectable()
export class ItemAddresses {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
  ) {}

  /** The item that the reader sees at an address. Of several with the same slug, the one with the lowest rank owns it. */
  async find(address: ItemAddress, actor: Actor): Promise<FoundItem | undefined> {
    return this.first(address, actor, (at) => ({
      from: '',
      where: `item.slug = ${at.slug}${at.book && ` AND book.slug = ${at.book}`}`,
      order: `item.slug_rank${at.book && ', book.slug_rank'}, item.id`,
    }));
  }

  /** The item that had the address most recently. */
  async findFormer(address: ItemAddress, actor: Actor): Promise<FoundItem | undefined> {
    const { key } = ITEM_KINDS[address.type];
    return this.first(address, actor, (at) => ({
      from: `JOIN slug_history former ON former.${key} = item.id`,
      where: `former.slug = ${at.slug}${at.book && ` AND former.parent_slug = ${at.book}`}`,
      order: 'former.id DESC',
    }));
  }

  /** The page of a permanent link. */
  async ofPage(id: number, actor: Actor): Promise<string | undefined> {
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, 'page', 'item', parameters);
    const statement = sql`SELECT ${foundColumns('book.slug')}, ${selectColumns(Page, 'item', 'draft')} FROM pages item JOIN books book ON book.id = item.book_id
      WHERE ${visible} AND item.id = ${parameters.add(id)}`;
    const [row] = await this.database.query(statement, parameters.values);
    if (!row) return undefined;
    return row.draft ? `/books/${row.bookSlug ?? ''}/draft/${row.id}` : pathOf('page', row);
  }

  /** Names and addresses of those items that the reader sees, by their ids, in one query. Drafts are left out. */
  async ofItems(type: ItemType, ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, FoundItem>> {
    if (ids.length === 0) return new Map();
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const inBook = type === 'chapter' || type === 'page';
    const statement = sql`SELECT ${foundColumns(inBook ? 'book.slug' : 'NULL')}
      FROM ${ITEM_KINDS[type].table} item ${inBook ? 'JOIN books book ON book.id = item.book_id' : ''}
      WHERE ${visible} AND item.id = ANY(${parameters.add([...ids])}::int[])${type === 'page' ? ' AND NOT item.draft' : ''}`;
    const rows = await this.database.query(statement, parameters.values);
    return new Map(rows.map((row) => [row.id, { id: row.id, name: row.name, path: pathOf(type, row) }]));
  }

  private async first(
    { type, slug, book }: ItemAddress,
    actor: Actor,
    search: (at: { slug: string; book: string }) => { from: string; where: string; order: string },
  ): Promise<FoundItem | undefined> {
    // PostgreSQL cannot store NUL in texts.
    if (slug.includes('\0') || book?.includes('\0')) return undefined;
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const at = { slug: parameters.add(slug), book: book === undefined ? '' : parameters.add(book) };
    const { from, where, order } = search(at);
    const inBook = book !== undefined;
    const statement = sql`SELECT ${foundColumns(inBook ? 'book.slug' : 'NULL')}
      FROM ${ITEM_KINDS[type].table} item ${inBook ? 'JOIN books book ON book.id = item.book_id' : ''} ${from}
      WHERE ${visible} AND ${where}${type === 'page' ? ' AND NOT item.draft' : ''} ORDER BY ${order} LIMIT 1`;
    const [row] = await this.database.query(statement, parameters.values);
    return row && { id: row.id, name: row.name, path: pathOf(type, row) };
  }
}

const enc = encodeURIComponent;

function pathOf(type: ItemType, { slug, bookSlug: book }: RowOf<ReturnType<typeof foundColumns>>): string {
  if (type === 'bookshelf') return `/shelves/${enc(slug)}`;
  return type === 'book' ? `/books/${enc(slug)}` : `/books/${enc(book ?? '')}/${type}/${enc(slug)}`;
}
