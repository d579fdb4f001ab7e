import { type Database, type RowOf, selectColumns, selectComputed, sql } from '@almanac/database';
import { ITEM_KINDS, type ItemType } from '../../../content/kinds/item-kinds';
import { userJson } from '../../../content/kinds/item-sql';
import { type UserSummary, utcMicros } from '../../../content/kinds/presentation';
import { ContentItem } from '../../../content/kinds/shared-columns';

const ITEM = selectColumns(ContentItem, 'item', 'id', 'name', 'createdAt', 'updatedAt', 'ownedBy', 'scopeId');

interface ComputedMembers {
  /** Its columns, without texts and inner data. */
  columns: Record<string, unknown>;
  people: Record<'created_by' | 'updated_by' | 'owned_by', UserSummary | null>;
  /** Address below the site. */
  path: string;
  bookId: number | null;
  isDraft: boolean;
  shelfIds: number[];
  /** The revision that a page shows. */
  revision: Record<string, unknown> | null;
}

/** The item of an event in its present state; also while it is in the recycle bin. */
export type EventItem = RowOf<typeof ITEM> & ComputedMembers;

const INNER_COLUMNS = ['description_html', 'deleted_at', 'scope_id', 'slug_rank', 'created_at', 'updated_at'];

type Places = Record<'path' | 'bookId' | 'isDraft' | 'revision', string>;

const BOOK_PATH = `'/books/' || (SELECT book.slug FROM books book WHERE book.id = item.book_id)`;
const IN_BOOK: Omit<Places, 'path'> = { bookId: 'item.book_id', isDraft: 'false', revision: 'NULL::json' };
const REVISION = `(SELECT json_build_object('id', revision.id, 'page_id', revision.page_id, 'name', revision.name, 'slug', revision.slug,
    'book_slug', revision.book_slug, 'created_by', revision.created_by, 'created_at', revision.created_at, 'updated_at', revision.created_at,
    'type', 'version', 'summary', revision.summary, 'revision_number', revision.revision_number)
  FROM page_revisions revision WHERE revision.page_id = item.id ORDER BY revision.revision_number DESC LIMIT 1)`;

const PLACES: Readonly<Record<ItemType, Places>> = {
  bookshelf: { ...IN_BOOK, path: `'/shelves/' || item.slug`, bookId: 'NULL::integer' },
  book: { ...IN_BOOK, path: `'/books/' || item.slug`, bookId: 'item.id' },
  chapter: { ...IN_BOOK, path: `${BOOK_PATH} || '/chapter/' || item.slug` },
  page: { ...IN_BOOK, path: `${BOOK_PATH} || '/page/' || item.slug`, isDraft: 'item.draft', revision: REVISION },
};

/** @returns undefined once the item is gone for good */
export async function findEventItem(database: Database, type: ItemType, id: number): Promise<EventItem | undefined> {
  const places = PLACES[type];
  const shelfIds =
    type === 'bookshelf'
      ? 'ARRAY[item.id]'
      : `ARRAY(SELECT stand.shelf_id FROM shelf_books stand WHERE stand.book_id = ${places.bookId})`;
  const computed = selectComputed<ComputedMembers>({
    columns: 'to_jsonb(item) - $2::text[]',
    people: `json_build_object('created_by', ${userJson('item.created_by')}, 'updated_by', ${userJson('item.updated_by')},
      'owned_by', ${userJson('item.owned_by')})`,
    ...places,
    shelfIds,
  });
  const [item] = await database.query(
    sql`SELECT ${ITEM}, ${computed} FROM ${ITEM_KINDS[type].table} item WHERE item.id = $1`,
    [id, INNER_COLUMNS],
  );
  return item;
}

/** `related_item` of content-behaviour §19. @param event a saved page comes with its revision */
export const presentEventItem = ({ columns, people, createdAt, updatedAt, revision }: EventItem, event: string) => ({
  ...columns,
  created_at: utcMicros(createdAt),
  updated_at: utcMicros(updatedAt),
  ...people,
  ...(revision &&
    (event === 'page_create' || event === 'page_update') && { current_revision: presentRevision(revision) }),
});

const presentRevision = (revision: Record<string, unknown>) => ({
  ...revision,
  created_at: utcMicros(String(revision['created_at'])),
  updated_at: utcMicros(String(revision['updated_at'])),
});
