import type { Actor } from '@almanac/auth';
import { Database, selectColumns, selectComputed, sql } from '@almanac/database';
import { Parameters } from '@almanac/listing';
import { Injectable } from '@nestjs/common';
import { AccessService } from '../access/access.service';
import { PageRenderer } from '../content-tree/page-renderer';
import { PageContent } from '../items/page.entity';
import { ITEM_KINDS, type ItemType } from '../kinds/item-kinds';
import type { TagRow } from '../kinds/item-sql';

/** Further members of items, by item id. */
export type MembersById = ReadonlyMap<number, object>;

/** As JSON. */
interface ParentRow {
  id: number;
  type: ItemType;
  name: string;
  slug: string;
}

/** Bytes of the texts in one answer. The first page is always complete. */
const MAX_BODY_BYTES = 4_000_000;

/** Tables between an item and the items above it, with the alias `parent`, in the order of the answer. */
const PARENTS: Partial<Record<ItemType, readonly { type: ItemType; join: string }[]>> = {
  page: [
    { type: 'book', join: 'pages item JOIN books parent ON parent.id = item.book_id' },
    { type: 'chapter', join: 'pages item JOIN chapters parent ON parent.id = item.chapter_id' },
  ],
  chapter: [{ type: 'book', join: 'chapters item JOIN books parent ON parent.id = item.book_id' }],
  book: [
    {
      type: 'bookshelf',
      join: '(SELECT book_id AS id, shelf_id FROM shelf_books) item JOIN shelves parent ON parent.id = item.shelf_id',
    },
  ],
};

/** Loads members of many items with one statement each. */
@Injectable()
export class IncludedMembers {
  constructor(
    private readonly database: Database,
    private readonly access: AccessService,
    private readonly renderer: PageRenderer,
  ) {}

  async tags(type: ItemType, ids: readonly number[]): Promise<MembersById> {
    const { key } = ITEM_KINDS[type];
    const columns = selectComputed<{ id: number; tags: TagRow[] }>({
      id: key,
      tags: `json_agg(json_build_object('name', name, 'value', value, 'order', 0) ORDER BY tags.id)`,
    });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM tags WHERE ${key} = ANY($1::int[]) GROUP BY ${key}`,
      [ids],
    );
    const tags = new Map(rows.map((row) => [row.id, row.tags]));
    return new Map(ids.map((id) => [id, { tags: tags.get(id) ?? [] }]));
  }

  /** The items above that the caller sees, from the top down. */
  async parents(
    type: ItemType,
    ids: readonly number[],
    actor: Actor,
  ): Promise<ReadonlyMap<number, { parents: ParentRow[] }>> {
    const parameters = new Parameters();
    const idList = parameters.add(ids);
    const view = await this.access.view(actor);
    const parts = (PARENTS[type] ?? []).map(
      ({ type: parent, join }, level) => `SELECT item.id AS of, ${level} AS level, parent.id,
        json_build_object('type', '${parent}', 'id', parent.id, 'name', parent.name, 'slug', parent.slug) AS parent
        FROM ${join} WHERE item.id = ANY(${idList}::int[]) AND ${view.visible(parent, 'parent', parameters)}`,
    );
    const columns = selectComputed<{ of: number; parent: ParentRow }>({ of: 'above.of', parent: 'above.parent' });
    const rows = await this.database.query(
      sql`SELECT ${columns} FROM (${parts.join(' UNION ALL ')}) above ORDER BY above.level, above.id`,
      parameters.values,
    );
    const parents = Map.groupBy(rows, ({ of }) => of);
    return new Map(ids.map((id) => [id, { parents: (parents.get(id) ?? []).map(({ parent }) => parent) }]));
  }

  /** The texts of pages, in this order, up to the limit of bytes. */
  async bodies(ids: readonly number[], { html, markdown }: Record<'html' | 'markdown', boolean>, actor: Actor) {
    const rows = await this.database.query(
      sql`SELECT ${selectColumns(PageContent, 'body', 'pageId', 'html', 'markdown')} FROM (
         SELECT content.page_id, content.html, content.markdown, requested.place,
           sum(octet_length(content.html) + octet_length(content.markdown)) OVER (ORDER BY requested.place) AS bytes
         FROM unnest($1::int[]) WITH ORDINALITY requested (id, place) JOIN page_contents content ON content.page_id = requested.id) body
       WHERE place = 1 OR bytes <= ${MAX_BODY_BYTES} ORDER BY place`,
      [ids],
    );
    const members = new Map<number, object>();
    const rendered = html
      ? this.renderer.renderAll(
          rows.map((row) => row.html),
          actor,
        )
      : undefined;
    let bytes = 0;
    for (const row of rows) {
      const renderedHtml = rendered === undefined ? undefined : (await rendered.next()).value;
      bytes += (renderedHtml?.length ?? 0) + (markdown ? row.markdown.length : 0);
      if (members.size > 0 && bytes > MAX_BODY_BYTES) break;
      members.set(row.pageId, { ...(html && { html: renderedHtml }), ...(markdown && { markdown: row.markdown }) });
    }
    return members;
  }
}
