import type { MigrationInterface, QueryRunner } from 'typeorm';

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
 * The details of found items. As a function it is planned once per connection: with all indexes of the joined tables, planning takes longer
 * than reading twenty items. For the same reason it checks no access. It returns the columns that decide whether a caller may see an item
 * and its parents.
 */
export class SearchResults1763700000047 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
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

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP FUNCTION search_results("char", integer[], integer)`);
  }
}
