import type { QueryRunner } from 'typeorm';

const SEARCHED_ITEMS = { shelves: 's', books: 'b', chapters: 'c', pages: 'p' } as const;

/** A parent, also a deleted one: its name, and the columns that decide which callers may see it. */
const parent = (alias: string): string =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'slug', ${alias}.slug,
    'deleted', ${alias}.deleted_at IS NOT NULL, 'scopeId', ${alias}.scope_id, 'ownedBy', ${alias}.owned_by)`;

const results = (
  item: string,
  key: string,
  { from, bookId, chapterId, book, chapter, content }: Record<string, string>,
): string => `
  RETURN QUERY SELECT item.id, item.name::text, item.slug::text, item.created_at, item.updated_at, item.scope_id, item.owned_by,
    ${bookId}, ${chapterId}, ${book}, ${chapter}, left(${content}, most_text),
    (SELECT coalesce(json_agg(json_build_object('name', tag.name, 'value', tag.value, 'order', 0) ORDER BY tag.id), '[]') FROM tags tag WHERE tag.${key} = item.id)
  FROM ${item} item ${from} WHERE item.id = ANY (ids) AND item.deleted_at IS NULL`;

const NO_PARENTS = {
  from: '',
  bookId: 'NULL::int',
  chapterId: 'NULL::int',
  book: 'NULL::json',
  chapter: 'NULL::json',
  content: 'item.description',
};
const IN_BOOK = {
  ...NO_PARENTS,
  from: 'JOIN books book ON book.id = item.book_id',
  bookId: 'item.book_id',
  book: parent('book'),
};

/**
 * For a version that ranks in memory (docs/decisions/0028). `search_entries` reports too many entries for every word, so that it ranks in
 * the database too. `NoFormerSearch1795370880000` drops all of this.
 */
export async function createFormerSearch(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE TABLE search_item_changes (
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      item_type "char" NOT NULL,
      item_id integer NOT NULL,
      changed_at timestamptz(3) NOT NULL DEFAULT now()
    )`);
  await q.query(`CREATE INDEX search_item_changes_transaction_idx ON search_item_changes (transaction)`);
  await q.query(`CREATE INDEX search_item_changes_changed_at_idx ON search_item_changes (changed_at)`);
  await q.query(`
    CREATE FUNCTION search_entries(words text[], whole boolean, most integer)
    RETURNS TABLE (word integer, item_type "char", ids bytea, scores bytea) LANGUAGE sql STABLE
    AS $$ SELECT 1, NULL::"char", NULL::bytea, NULL::bytea $$`);
  await q.query(`
    COMMENT ON FUNCTION search_entries(text[], boolean, integer)
    IS 'All entries of each word (numbered from 1), in one row per kind of items; a row without, and no more, for a word with so many or more'`);

  await q.query(`
    CREATE VIEW search_items AS
      ${Object.entries(SEARCHED_ITEMS)
        .map(
          ([table, type]) =>
            `SELECT '${type}'::"char" AS type, id, scope_id, owned_by FROM ${table} WHERE deleted_at IS NULL${table === 'pages' ? ' AND NOT draft' : ''}`,
        )
        .join(' UNION ALL ')}`);
  await q.query(`COMMENT ON VIEW search_items IS 'What can be found at all, with what decides by whom'`);
  await q.query(`
    CREATE FUNCTION search_changes_since(since xid8, most integer) RETURNS TABLE (type "char", id integer, findable boolean, scope_id integer, owned_by integer)
    LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$
      -- In a restored database are the numbers of another one, some of which are still to come here.
      DECLARE next xid8 := pg_snapshot_xmax(pg_current_snapshot());
      BEGIN
        -- Nearly always.
        IF NOT EXISTS (SELECT FROM search_item_changes WHERE transaction >= since AND transaction < next) THEN RETURN; END IF;
        RETURN QUERY SELECT change.item_type, change.item_id, item.id IS NOT NULL, item.scope_id, item.owned_by
          FROM (
            SELECT DISTINCT noted.item_type, noted.item_id FROM search_item_changes noted
            WHERE noted.transaction >= since AND noted.transaction < next LIMIT most
          ) change LEFT JOIN search_items item ON item.type = change.item_type AND item.id = change.item_id;
      END $$`);
  await q.query(`
    CREATE FUNCTION search_results(of_type "char", ids integer[], most_text integer) RETURNS TABLE (
      id integer, name text, slug text, created_at timestamptz, updated_at timestamptz, scope_id integer, owned_by integer,
      book_id integer, chapter_id integer, book json, chapter json, content text, tags json
    ) LANGUAGE plpgsql STABLE SET plan_cache_mode = force_generic_plan AS $$ BEGIN
      IF of_type = 's' THEN ${results('shelves', 'shelf_id', NO_PARENTS)};
      ELSIF of_type = 'b' THEN ${results('books', 'book_id', NO_PARENTS)};
      ELSIF of_type = 'c' THEN ${results('chapters', 'chapter_id', IN_BOOK)};
      ELSE ${results('pages', 'page_id', {
        ...IN_BOOK,
        from: `${IN_BOOK.from} JOIN page_contents body ON body.page_id = item.id LEFT JOIN chapters chapter ON chapter.id = item.chapter_id`,
        chapterId: 'item.chapter_id',
        chapter: `CASE WHEN chapter.id IS NOT NULL THEN ${parent('chapter')} END`,
        content: 'body.text',
      })} AND NOT item.draft;
      END IF;
    END $$`);
}
