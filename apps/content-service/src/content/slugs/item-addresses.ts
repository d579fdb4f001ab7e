import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';

/** The parts of an address: `book` is the slug of the book of a chapter or page. */
export interface ItemAddress {
  type: ItemType;
  slug: string;
  book?: string;
}

export interface FoundItem {
  id: number;
  name: string;
  /** The address of the item today. */
  path: string;
}

interface Row {
  id: number;
  slug: string;
  book_slug: string | null;
}

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
    const sql = `SELECT item.id, item.slug, item.draft, book.slug AS book_slug FROM pages item JOIN books book ON book.id = item.book_id
      WHERE ${visible} AND item.id = ${parameters.add(id)}`;
    const [row] = await this.database.query<Row & { draft: boolean }>(sql, parameters.values);
    if (!row) return undefined;
    return row.draft ? `/books/${row.book_slug ?? ''}/draft/${row.id}` : pathOf('page', row);
  }

  /** Names and addresses of those items that the reader sees, by their ids, in one query. Drafts are left out. */
  async ofItems(type: ItemType, ids: readonly number[], actor: Actor): Promise<ReadonlyMap<number, FoundItem>> {
    if (ids.length === 0) return new Map();
    const parameters = new Parameters();
    const visible = await this.access.visible(actor, type, 'item', parameters);
    const inBook = type === 'chapter' || type === 'page';
    const sql = `SELECT item.id, item.name, item.slug, ${inBook ? 'book.slug' : 'NULL'} AS book_slug
      FROM ${ITEM_KINDS[type].table} item ${inBook ? 'JOIN books book ON book.id = item.book_id' : ''}
      WHERE ${visible} AND item.id = ANY(${parameters.add([...ids])}::int[])${type === 'page' ? ' AND NOT item.draft' : ''}`;
    const rows = await this.database.query<Row & { name: string }>(sql, parameters.values);
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
    const sql = `SELECT item.id, item.name, item.slug, ${inBook ? 'book.slug' : 'NULL'} AS book_slug
      FROM ${ITEM_KINDS[type].table} item ${inBook ? 'JOIN books book ON book.id = item.book_id' : ''} ${from}
      WHERE ${visible} AND ${where}${type === 'page' ? ' AND NOT item.draft' : ''} ORDER BY ${order} LIMIT 1`;
    const [row] = await this.database.query<Row & { name: string }>(sql, parameters.values);
    return row && { id: row.id, name: row.name, path: pathOf(type, row) };
  }
}

const enc = encodeURIComponent;

function pathOf(type: ItemType, { slug, book_slug: book }: Row): string {
  if (type === 'bookshelf') return `/shelves/${enc(slug)}`;
  return type === 'book' ? `/books/${enc(slug)}` : `/books/${enc(book ?? '')}/${type}/${enc(slug)}`;
}
