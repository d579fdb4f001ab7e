import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createFormerSearch } from './former-search';

/** Each of these characters separates words. `.` and `-` do so too, but the text that they join is also a word (content-behaviour §21). */
const HARD = `E'\\n\\r\\t\\f\\u000B\\u00A0\\u3000\\u3001\\u3002\\u300C\\u300D\\u30FB\`"''«»‘’“”,!?:;()[]{}<>'`;

/** Han, Hiragana and Katakana are written without spaces. */
const UNSPACED = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';

/** Words are cut to this length, so that they fit into an index. */
const LONGEST = 100;

const DESCRIBED = { shelves: 's', books: 'b', chapters: 'c' } as const;
const ITEMS = { ...DESCRIBED, pages: 'p' } as const;

const NAME_POINTS = 40;
/** Texts of shelves, books and chapters score slightly higher than texts of pages. */
const CONTAINER_FACTOR = 1.2;

const itemTexts = (table: string, type: string): string => `
  SELECT '${type}'::"char" AS item_type, id AS item_id, 'n'::"char" AS part, name::text AS value, ${NAME_POINTS * CONTAINER_FACTOR}::real AS points FROM ${table}
  UNION ALL SELECT '${type}', id, 'd', description, ${CONTAINER_FACTOR} FROM ${table}`;

const tagTexts = (key: string, type: string): string => `
  SELECT '${type}'::"char", ${key}, 't'::"char", name, 3 FROM tags WHERE ${key} IS NOT NULL
  UNION ALL SELECT '${type}', ${key}, 't', value, 5 FROM tags WHERE ${key} IS NOT NULL`;

/** No look-ahead patterns: hostile HTML must not take quadratic time. A heading that is parsed wrongly only loses its extra points. */
export const headings = (create: 'CREATE' | 'CREATE OR REPLACE'): string => `
    ${create} FUNCTION search_headings(html text) RETURNS TABLE (value text, points real) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT replace(replace(replace(regexp_replace(split_part(substr(piece, strpos(piece, '>') + 1), '</h', 1), '<[^<>]*>', '', 'g'),
          '&lt;', '<'), '&gt;', '>'), '&amp;', '&'),
        (ARRAY[10, 5, 4, 3, 2, 1.5])[left(piece, 1)::int] - 1
      FROM string_to_table(html, '<h') AS piece WHERE piece ~ '^[1-6][ >]'
    $$`;

/**
 * All searchable texts, with the points for one occurrence of a word (content-behaviour §21). The text of a page includes its headings, so a
 * heading only adds its additional points.
 * @param body SQL for the text of a page
 */
export const searchTexts = (body: string): string => `
      ${itemTexts('shelves', 's')} UNION ALL ${itemTexts('books', 'b')} UNION ALL ${itemTexts('chapters', 'c')}
      UNION ALL SELECT 'p', id, 'n', name, ${NAME_POINTS} FROM pages
      UNION ALL SELECT 'p', page_id, 'b', ${body}, 1 FROM page_contents
      UNION ALL SELECT 'p', page_id, 'b', heading.value, heading.points FROM page_contents, search_headings(html) AS heading
      UNION ALL ${tagTexts('shelf_id', 's')} UNION ALL ${tagTexts('book_id', 'b')}
      UNION ALL ${tagTexts('chapter_id', 'c')} UNION ALL ${tagTexts('page_id', 'p')}`;

/**
 * The words of every item with their scores (docs/decisions/0008). Triggers maintain them, so every write of an item updates the index
 * in the same transaction. This holds for writes of another version of the program, too.
 */
export class Search1795369440000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public`);
    await createIndex(q);
    await createWords(q);
    await createRefresh(q);
    await createTriggers(q);
    await createFormerSearch(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION search_results("char", integer[], integer), search_changes_since(xid8, integer), search_entries(text[], boolean, integer);
      DROP VIEW search_items;
      DROP TABLE search_item_changes`);
    await q.query(`
      DROP FUNCTION search_follow_item(), search_follow_new_items(), search_follow_body(), search_follow_new_bodies(), search_follow_tags(),
        search_forget_item() CASCADE`);
    await q.query(`
      DROP FUNCTION search_similar_words(text), search_refresh("char", integer[], "char"[]);
      DROP VIEW search_texts;
      DROP FUNCTION search_headings(text), search_words(text);
      DROP TABLE search_vocabulary, search_terms;
      DROP EXTENSION pg_trgm`);
  }
}

async function createIndex(q: QueryRunner): Promise<void> {
  // No foreign keys: items are in four tables, and checking the hundreds of words of a page would cost more than storing them.
  await q.query(`
    CREATE TABLE search_terms (
      term text COLLATE "C" NOT NULL,
      score real NOT NULL,
      item_id integer NOT NULL,
      item_type "char" NOT NULL,
      part "char" NOT NULL
    )`);
  await q.query(`COMMENT ON COLUMN search_terms.item_type IS 's helf, b ook, c hapter, p age'`);
  await q.query(`COMMENT ON COLUMN search_terms.part IS 'n ame, d escription, b ody, t ags'`);
  await q.query(`CREATE INDEX search_terms_term_idx ON search_terms (term, item_type, item_id) INCLUDE (score)`);
  await q.query(`CREATE INDEX search_terms_item_idx ON search_terms (item_id, item_type, part)`);

  // Every word that was ever indexed, for searches with misspelt or partial words. Not unique, because duplicates do no harm, but
  // transactions that save the same new word would wait for each other.
  await q.query(`CREATE TABLE search_vocabulary (word text COLLATE "C" NOT NULL)`);
  await q.query(`CREATE INDEX search_vocabulary_word_idx ON search_vocabulary (word)`);
  await q.query(`CREATE INDEX search_vocabulary_similar_idx ON search_vocabulary USING gin (word gin_trgm_ops)`);
}

async function createWords(q: QueryRunner): Promise<void> {
  // Runs of characters that are written without spaces become overlapping pairs, so that searches find any part of them.
  // OFFSET 0 keeps the planner from inlining the subqueries, which would fold the text once per reference.
  await q.query(`
    CREATE FUNCTION search_words(value text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT left(found.word, ${LONGEST})
      FROM (SELECT translate(fold(value), ${HARD}, repeat(' ', length(${HARD}))) AS text OFFSET 0) split,
        LATERAL (SELECT CASE WHEN text ~ '[${UNSPACED}]' THEN regexp_replace(text, '[${UNSPACED}]+', ' ', 'g') ELSE text END AS spaced OFFSET 0) written,
        LATERAL (
          SELECT btrim(piece, '.-') AS word FROM string_to_table(spaced, ' ') AS piece
          UNION ALL SELECT part FROM string_to_table(spaced, ' ') AS piece, string_to_table(translate(piece, '-', '.'), '.') AS part
            WHERE strpos(translate(btrim(piece, '.-'), '-', '.'), '.') > 0
          UNION ALL SELECT substr(run[1], at, 2) FROM regexp_matches(text, '[${UNSPACED}]+', 'g') AS run, generate_series(1, length(run[1])) AS at
            WHERE spaced <> text
        ) found WHERE found.word <> ''
    $$`);

  await q.query(headings('CREATE'));

  // A threshold of 0.2, because five-letter words with two swapped letters are hardly more similar than that.
  await q.query(`
    CREATE FUNCTION search_similar_words(asked text) RETURNS TABLE (word text) LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.2 AS $$
      SELECT known.word FROM search_vocabulary known WHERE known.word % asked
      GROUP BY known.word ORDER BY similarity(known.word, asked) DESC, known.word LIMIT 50
    $$`);
}

async function createRefresh(q: QueryRunner): Promise<void> {
  await q.query(`CREATE VIEW search_texts AS ${searchTexts('text')}`);

  // Writes only the words that changed: a corrected letter in a long page changes two rows.
  await q.query(`
    CREATE FUNCTION search_refresh(of_type "char", of_ids integer[], of_parts "char"[]) RETURNS void LANGUAGE sql AS $$
      WITH fresh AS MATERIALIZED (
        SELECT text.item_id, text.part, found.word COLLATE "C" AS term, sum(text.points)::real AS score
        FROM search_texts text, search_words(text.value) AS found
        WHERE text.item_type = of_type AND text.item_id = ANY (of_ids) AND text.part = ANY (of_parts)
        GROUP BY text.item_id, text.part, found.word
      ), stored AS MATERIALIZED (
        SELECT ctid AS place, item_id, part, term, score FROM search_terms
        WHERE item_type = of_type AND item_id = ANY (of_ids) AND part = ANY (of_parts)
      ), gone AS (
        DELETE FROM search_terms entry USING (
          SELECT place FROM stored LEFT JOIN fresh USING (item_id, part, term, score) WHERE fresh.term IS NULL
        ) old WHERE entry.ctid = old.place
      ), added AS (
        INSERT INTO search_terms (term, score, item_id, item_type, part)
        SELECT fresh.term, fresh.score, fresh.item_id, of_type, fresh.part
        FROM fresh LEFT JOIN stored USING (item_id, part, term, score) WHERE stored.term IS NULL
        RETURNING term
      )
      INSERT INTO search_vocabulary (word)
      SELECT DISTINCT term FROM added WHERE NOT EXISTS (SELECT 1 FROM search_vocabulary known WHERE known.word = added.term)
    $$`);
}

/**
 * Neither the recycle bin nor a move changes the index, because access is checked on the items themselves. So moving a book with a
 * thousand pages into the recycle bin, or restoring it, costs nothing here.
 */
async function createTriggers(q: QueryRunner): Promise<void> {
  await q.query(`
    CREATE FUNCTION search_follow_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM search_refresh(TG_ARGV[0]::"char", ARRAY[NEW.id], '{n,d}');
      RETURN NULL;
    END $$`);
  await q.query(`
    CREATE FUNCTION search_follow_body() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM search_refresh('p', ARRAY[NEW.page_id], '{b}');
      RETURN NULL;
    END $$`);
  await q.query(`
    CREATE FUNCTION search_follow_tags() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM search_refresh(item.type::"char", array_agg(item.id), '{t}') FROM (
        SELECT DISTINCT
          CASE WHEN shelf_id IS NOT NULL THEN 's' WHEN book_id IS NOT NULL THEN 'b' WHEN chapter_id IS NOT NULL THEN 'c' ELSE 'p' END AS type,
          coalesce(shelf_id, book_id, chapter_id, page_id) AS id
        FROM changed
      ) item GROUP BY item.type;
      RETURN NULL;
    END $$`);
  await q.query(`
    CREATE FUNCTION search_forget_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM search_terms WHERE item_id = OLD.id AND item_type = TG_ARGV[0]::"char";
      RETURN NULL;
    END $$`);

  // New rows are indexed once per statement. Planning a refresh takes longer than refreshing a short text, and imports insert hundreds
  // of pages at a time.
  await q.query(`
    CREATE FUNCTION search_follow_new_items() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM search_refresh(TG_ARGV[0]::"char", array_agg(id), '{n,d}') FROM added HAVING count(*) > 0;
      RETURN NULL;
    END $$`);
  await q.query(`
    CREATE FUNCTION search_follow_new_bodies() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      PERFORM search_refresh('p', array_agg(page_id), '{b}') FROM added HAVING count(*) > 0;
      RETURN NULL;
    END $$`);

  const onNewRows = (table: string, call: string) => `
    CREATE TRIGGER search_new AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION ${call}`;
  for (const [table, type] of Object.entries(ITEMS)) {
    const indexed = table in DESCRIBED ? 'name, description' : 'name';
    await q.query(onNewRows(table, `search_follow_new_items('${type}')`));
    await q.query(`
      CREATE TRIGGER search_changed AFTER UPDATE OF ${indexed} ON ${table} FOR EACH ROW
      WHEN ((${of('OLD', indexed)}) IS DISTINCT FROM (${of('NEW', indexed)})) EXECUTE FUNCTION search_follow_item('${type}')`);
    await q.query(
      `CREATE TRIGGER search_gone AFTER DELETE ON ${table} FOR EACH ROW EXECUTE FUNCTION search_forget_item('${type}')`,
    );
  }
  await q.query(onNewRows('page_contents', 'search_follow_new_bodies()'));
  await q.query(`
    CREATE TRIGGER search_changed AFTER UPDATE OF html, text ON page_contents FOR EACH ROW
    WHEN ((OLD.html, OLD.text) IS DISTINCT FROM (NEW.html, NEW.text)) EXECUTE FUNCTION search_follow_body()`);
  for (const [event, rows] of [
    ['insert', 'NEW'],
    ['update', 'NEW'],
    ['delete', 'OLD'],
  ])
    await q.query(`
      CREATE TRIGGER search_${event} AFTER ${event} ON tags REFERENCING ${rows} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION search_follow_tags()`);
}

const of = (row: string, columns: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);
