import type { MigrationInterface, QueryRunner } from 'typeorm';
import { COMBINING } from './combining-marks';

/** Spaces of every kind; those of no width too. */
const SPACES = String.raw`\u0085\u00a0\u1680\u180e\u2000-\u200b\u2028\u2029\u202f\u205f\u2060\u3000\ufeff`;

/** Soft hyphens, joiners, marks of direction, variants of characters. */
const INVISIBLE = String.raw`\u00ad\u034f\u061c\u180b-\u180d\u180f\u200c-\u200f\u202a-\u202e\u2061-\u206f\ufe00-\ufe0f\U000e0000-\U000e01ef`;

/** Vowel points of Hebrew and Arabic with the elongation, and accents without a composed letter. Marks of other scripts make other words. */
const OPTIONAL_MARKS =
  String.raw`\u0300-\u036f\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\ufe20-\ufe2f` +
  String.raw`\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7` +
  String.raw`\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff`;

/** White space and punctuation. `.` and `-` part words too, but the text that they join is also a word (content-behaviour §21). */
const PARTING =
  String.raw`\n\r\t\f\u000B ${SPACES}` +
  String.raw`\`"''«»‘’“”,!?:;()\[\]{}<>\u00a1\u00bf\u055b-\u055e\u0589\u05c0\u05c3\u060c\u061b\u061f\u06d4\u0964\u0965\u0e5a\u0e5b\u0f0b-\u0f0d` +
  String.raw`\u104a\u104b\u10fb\u1361-\u1368\u17d4-\u17d6\u17d8-\u17da\u3001-\u3003\u3008-\u3011\u3014-\u301f\u30fb`;

/** Signs that may precede a name: config/.env, FILE=.env, *.js */
const SIGNS = String.raw`/=*~@#$%&+|^_\\`;

/** Written without spaces: Han and kana, Thai, Lao, Khmer, Burmese and the scripts of the Tai languages, without their digits. */
const UNSPACED =
  String.raw`\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003fffd` +
  String.raw`\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1780-\u17d3\u17d7\u17dc\u17dd` +
  String.raw`\u1000-\u103f\u1050-\u108f\u109a-\u109f\ua9e0-\ua9ef\ua9fa-\ua9fe\uaa60-\uaa7f\u1950-\u1974\u1980-\u19c9\u1a20-\u1a7c`;

/** Elements within a line, which part no words. */
const JOINED_IN_PLAIN_TEXT = 'a|b|i|u|strong|em|small|sup|sub|span';
const OTHER_INLINE =
  'abbr|acronym|bdi|bdo|big|cite|code|data|del|dfn|font|ins|kbd|label|mark|q|s|samp|strike|time|tt|var|wbr';
const INLINE = `${JOINED_IN_PLAIN_TEXT}|${OTHER_INLINE}`;
const BLOCKS =
  'address|article|aside|blockquote|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|td|tfoot|th|thead|tr|ul';

/**
 * Where the plain text of a page joins words that stand apart, or parts a word: `div`, text after the end of a block, and inline elements
 * at which the plain text begins a line.
 */
const SEAM = String.raw`<div|</(${BLOCKS})>([^< \n\r\t]|<(${INLINE})[ >])|[^> \n\r\t]<(${OTHER_INLINE})[ >]`;

/** Letters of Arabic with a hamza or madda, and the hyphen of Hebrew. */
const COMPOSED = '\u0622\u0623\u0625\u0671\u0624\u0626\u06c0\u06c2\u06d3\u05be';
const BARE = '\u0627\u0627\u0627\u0627\u0648\u064a\u06d5\u06c1\u06d2-';

const DESCRIBED = { shelves: 's', books: 'b', chapters: 'c' } as const;
const ITEMS = { ...DESCRIBED, pages: 'p' } as const;
const KINDS = { s: 'shelf_id', b: 'book_id', c: 'chapter_id', p: 'page_id' } as const;

const NAME_POINTS = 40;
/** Texts of shelves, books and chapters score slightly higher than texts of pages. */
const CONTAINER_FACTOR = 1.2;

const itemTexts = (table: string, type: string): string => `
  SELECT '${type}'::"char" AS item_type, id AS item_id, 'n'::"char" AS part, name::text AS value, ${NAME_POINTS * CONTAINER_FACTOR}::real AS points FROM ${table}
  UNION ALL SELECT '${type}', id, 'd', description, ${CONTAINER_FACTOR} FROM ${table}`;

const tagTexts = (key: string, type: string): string => `
  SELECT '${type}'::"char", ${key}, 't'::"char", name, 3 FROM tags WHERE ${key} IS NOT NULL
  UNION ALL SELECT '${type}', ${key}, 't', value, 5 FROM tags WHERE ${key} IS NOT NULL`;

/**
 * All searchable texts, with the points for one occurrence of a word (content-behaviour §21). The text of a page includes its headings, so a
 * heading only adds its additional points.
 */
const SEARCHED_TEXTS = `
      ${itemTexts('shelves', 's')} UNION ALL ${itemTexts('books', 'b')} UNION ALL ${itemTexts('chapters', 'c')}
      UNION ALL SELECT 'p', id, 'n', name, ${NAME_POINTS} FROM pages
      UNION ALL SELECT 'p', page_id, 'b', search_body(html, text), 1 FROM page_contents
      UNION ALL SELECT 'p', page_id, 'b', heading.value, heading.points FROM page_contents, search_headings(html) AS heading
      UNION ALL ${tagTexts('shelf_id', 's')} UNION ALL ${tagTexts('book_id', 'b')}
      UNION ALL ${tagTexts('chapter_id', 'c')} UNION ALL ${tagTexts('page_id', 'p')}`;

/**
 * The words of every item with their scores, for all scripts by one rule, which queries and the index share (docs/decisions/0008). Triggers
 * maintain them, so every write of an item updates the index in the same transaction. This holds for writes of another version of the
 * program, too.
 */
export class Search1795371240000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public`);
    await createIndex(q);
    await createFolding(q);
    await createWords(q);
    await createQueryFunctions(q);
    await createPlainText(q);
    await createRefresh(q);
    await createTriggers(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION search_follow_item(), search_follow_new_items(), search_follow_body(), search_follow_new_bodies(), search_follow_tags(),
        search_forget_item() CASCADE`);
    await q.query(`
      DROP FUNCTION search_similar_words(text), search_refresh("char", integer[], "char"[]);
      DROP VIEW search_texts;
      DROP FUNCTION search_body(text, text), search_headings(text), search_lines(text), search_pieces(text), search_clue(text),
        search_words(text), search_fold(text);
      DROP TABLE search_reindexing, search_vocabulary, search_terms;
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
  await q.query(`COMMENT ON COLUMN search_terms.item_type IS 'kind of item: s shelf, b book, c chapter, p page'`);
  await q.query(`COMMENT ON COLUMN search_terms.part IS 'part of the item: n name, d description, b body, t tags'`);
  await q.query(`CREATE INDEX search_terms_term_idx ON search_terms (term, item_type, item_id) INCLUDE (score)`);
  await q.query(`CREATE INDEX search_terms_item_idx ON search_terms (item_id, item_type, part)`);

  // Every word that was ever indexed, for searches with misspelt or partial words. Not unique, because duplicates do no harm, but
  // transactions that save the same new word would wait for each other.
  await q.query(`CREATE TABLE search_vocabulary (word text COLLATE "C" NOT NULL)`);
  await q.query(`CREATE INDEX search_vocabulary_word_idx ON search_vocabulary (word)`);
  // Each scan reads the new entries of a GIN index one by one. With a long list of them, PostgreSQL prefers to read the whole table.
  await q.query(`
    CREATE INDEX search_vocabulary_similar_idx ON search_vocabulary USING gin (word gin_trgm_ops) WITH (gin_pending_list_limit = 1024)`);
  // A command, or a migration that changes the rule for words, adds kinds of items. The job `search.reindex` indexes their items anew.
  await q.query(`
    CREATE TABLE search_reindexing (item_type "char" PRIMARY KEY, after_id integer NOT NULL DEFAULT 0);
    COMMENT ON TABLE search_reindexing IS 'Kinds of items that are indexed anew, and the last item that was done'`);
}

async function createFolding(q: QueryRunner): Promise<void> {
  // Normalisation sorts the marks on a letter in quadratic time and cannot be interrupted, so long runs of marks are left out before it.
  await q.query(`
    CREATE FUNCTION search_fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
    DECLARE folded text;
    BEGIN
      IF octet_length(value) = length(value) THEN RETURN lower(value); END IF;
      folded := regexp_replace(value, '[${COMBINING}]{9,}', '', 'g');
      IF folded IS NOT NFKC NORMALIZED THEN folded := normalize(folded, NFKC); END IF;
      folded := regexp_replace(regexp_replace(folded, '[${INVISIBLE}${OPTIONAL_MARKS}]+', '', 'g'), '[${SPACES}]', ' ', 'g');
      IF folded ~ '[\\u0590-\\u06ff]' THEN folded := translate(folded, '${COMPOSED}', '${BARE}'); END IF;
      RETURN replace(public.fold(folded), 'ς', 'σ');
    END $$`);
  await q.query(
    `COMMENT ON FUNCTION search_fold(text) IS 'fold() for searches: compatible forms of characters are one, optional marks do not count'`,
  );
}

async function createWords(q: QueryRunner): Promise<void> {
  // Runs of characters that are written without spaces become overlapping pairs, so that searches find any part of them.
  // A full stop that begins a name belongs to it: .gitignore
  // OFFSET 0 keeps the planner from inlining the subqueries, which would fold the text once per reference.
  await q.query(`
    CREATE FUNCTION search_words(value text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT left(found.word, 100)
      FROM (SELECT regexp_replace(search_fold(value), '[${PARTING}]+', ' ', 'g') AS text OFFSET 0) split,
        LATERAL (SELECT CASE WHEN text ~ '[${UNSPACED}]' THEN regexp_replace(text, '[${UNSPACED}]+', ' ', 'g') ELSE text END AS spaced OFFSET 0) written,
        LATERAL (
          SELECT btrim(piece, '.-') AS word FROM string_to_table(spaced, ' ') AS piece
          UNION ALL SELECT part FROM string_to_table(spaced, ' ') AS piece, string_to_table(translate(piece, '-', '.'), '.') AS part
            WHERE strpos(translate(btrim(piece, '.-'), '-', '.'), '.') > 0
          UNION ALL SELECT rtrim(piece, '.-') FROM string_to_table(
              CASE WHEN spaced ~ '(^|[ ${SIGNS}])[.][^ ./-]' THEN regexp_replace(spaced, '[${SIGNS}][.]', ' .', 'g') END, ' ') AS piece
            WHERE piece ~ '^[.][^./-]'
          UNION ALL SELECT pair FROM regexp_matches(text, '[${UNSPACED}]+', 'g') AS run,
            LATERAL (SELECT letter || coalesce(lead(letter) OVER (), '') AS pair FROM string_to_table(run[1], NULL) AS letter) AS letters
            WHERE spaced <> text
        ) found WHERE found.word <> ''
    $$`);
}

async function createQueryFunctions(q: QueryRunner): Promise<void> {
  // Every word of a text is a part of a word of each text that contains it, unless it begins with a full stop.
  await q.query(`
    CREATE FUNCTION search_clue(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT word FROM search_words(value) AS word WHERE left(word, 1) <> '.' AND (length(word) > 2 OR word ~ '^[${UNSPACED}]{2}$')
      ORDER BY length(word) DESC LIMIT 1
    $$`);
  await q.query(
    `COMMENT ON FUNCTION search_clue(text) IS 'The longest part of the text that lies within one word of the index, if any is selective'`,
  );
  // A piece of optional marks alone becomes an empty word, which finds nothing.
  // A dash before a word stays: words cannot be negated, and must not find items that the caller wanted to exclude.
  await q.query(`
    CREATE FUNCTION search_pieces(query text) RETURNS TABLE (text text, is_word boolean) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT CASE WHEN is_word AND piece !~ '^(-|[.][^./-])' THEN ltrim(trimmed, '.-') ELSE trimmed END, is_word
      FROM regexp_split_to_table(query, '[ \\n\\r\\t\\f\\v${SPACES}]+') WITH ORDINALITY AS given (written, place),
        LATERAL (SELECT btrim(search_fold(written), ' ') AS piece OFFSET 0) folded,
        LATERAL (SELECT rtrim(piece, '.-') AS trimmed OFFSET 0) cut,
        LATERAL (SELECT trimmed !~ '[${PARTING}]' AND (trimmed !~ '[${UNSPACED}]' OR trimmed ~ '^[${UNSPACED}]{1,2}$') AS is_word OFFSET 0) kind
      WHERE btrim(written, '.-') <> '' ORDER BY place
    $$`);
  await q.query(
    `COMMENT ON FUNCTION search_pieces(text) IS 'Words of a query as the index has them; texts of several words are to be found as they are'`,
  );
  // A threshold of 0.2, because five-letter words with two swapped letters are hardly more similar than that.
  await q.query(`
    CREATE FUNCTION search_similar_words(asked text) RETURNS TABLE (word text) LANGUAGE sql STABLE SET pg_trgm.similarity_threshold = 0.2 AS $$
      SELECT known.word FROM search_vocabulary known WHERE known.word % asked
      GROUP BY known.word ORDER BY similarity(known.word, asked) DESC, known.word LIMIT 50
    $$`);
}

async function createPlainText(q: QueryRunner): Promise<void> {
  // No look-ahead patterns: hostile HTML must not take quadratic time. Stored values of attributes have no >.
  await q.query(`
    CREATE FUNCTION search_lines(html text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT replace(replace(replace(replace(
        regexp_replace(regexp_replace(html, '</?(${INLINE})( [^<>]*)?>', '', 'g'), '<[^<>]*>', E'\\n', 'g'),
        '&nbsp;', ' '), '&lt;', '<'), '&gt;', '>'), '&amp;', '&')
    $$`);
  await q.query(
    `COMMENT ON FUNCTION search_lines(text) IS 'Text of HTML, in which only elements within a line part no words'`,
  );
  await q.query(`
    CREATE FUNCTION search_body(html text, body text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
    BEGIN
      IF html !~ '${SEAM}' THEN RETURN body; END IF;
      RETURN search_lines(regexp_replace(regexp_replace(regexp_replace(html, '<!--.*?-->', '', 'g'),
        '<(script|style)[ >].*?</(script|style)>', E'\\n', 'g'), '\\{\\{@ ?[0-9][^{}]*\\}\\}', '', 'g'));
    END $$`);
  await q.query(
    `COMMENT ON FUNCTION search_body(text, text) IS 'The text of a page for the index; the plain text joins some lines'`,
  );
  await q.query(`
    CREATE FUNCTION search_headings(html text) RETURNS TABLE (value text, points real) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT search_lines(split_part(substr(piece, strpos(piece, '>') + 1), '</h', 1)), (ARRAY[10, 5, 4, 3, 2, 1.5])[left(piece, 1)::int] - 1
      FROM string_to_table(html, '<h') AS piece WHERE piece ~ '^[1-6][ >]'
    $$`);
}

/**
 * For repairs (docs/runbook.md). It is planned once per connection, because planning the thirteen sources of the view takes longer than
 * refreshing a short text. PostgreSQL 18 keeps plans of SQL functions but prefers to plan this one anew; earlier
 * versions keep only those of PL/pgSQL.
 */
async function createRefresh(q: QueryRunner): Promise<void> {
  await q.query(`CREATE VIEW search_texts AS ${SEARCHED_TEXTS}`);
  await q.query(`
      CREATE FUNCTION search_refresh(of_type "char", of_ids integer[], of_parts "char"[]) RETURNS void
      LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN ${REFRESH}; END $$`);
}

/** Writes only the words that changed: a corrected letter in a long page changes two rows. */
const REFRESH = `
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
      SELECT DISTINCT term FROM added WHERE NOT EXISTS (SELECT 1 FROM search_vocabulary known WHERE known.word = added.term)`;

/**
 * Neither the recycle bin nor a move changes the index, because access is checked on the items themselves. So moving a book with a
 * thousand pages into the recycle bin, or restoring it, costs nothing here.
 */
async function createTriggers(q: QueryRunner): Promise<void> {
  await createTriggerFunctions(q);
  // New rows are indexed once per statement, because imports insert hundreds of pages at a time.
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

/**
 * Refresh the entries of the changed part from the changed rows, because starting the plan of `search_refresh` takes longer than splitting a name
 * or some tags into words.
 */
async function createTriggerFunctions(q: QueryRunner): Promise<void> {
  // PL/pgSQL parses a statement when it first runs, so pages need no description.
  await createTriggerFunction(
    q,
    'search_follow_item',
    `IF NEW.name <> OLD.name THEN ${refreshNames('(SELECT NEW.id, NEW.name) item')}; END IF;
    IF TG_ARGV[0] <> 'p' THEN
      IF NEW.description <> OLD.description THEN ${refreshDescriptions('(SELECT NEW.id, NEW.description) item')}; END IF;
    END IF;`,
  );
  await createTriggerFunction(
    q,
    'search_follow_new_items',
    `${refreshNames('added')};
    IF TG_ARGV[0] <> 'p' THEN ${refreshDescriptions('added')}; END IF;`,
  );
  await createTriggerFunction(
    q,
    'search_follow_body',
    `${refreshBodies('(SELECT NEW.page_id, NEW.html, NEW.text) body')};`,
  );
  // An upsert of a body that exists adds no row.
  await createTriggerFunction(
    q,
    'search_follow_new_bodies',
    `IF EXISTS (SELECT FROM added) THEN ${refreshBodies('added')}; END IF;`,
  );
  await createTriggerFunction(
    q,
    'search_follow_tags',
    Object.entries(KINDS)
      .map(
        ([type, key]) =>
          `IF EXISTS (SELECT FROM changed WHERE ${key} IS NOT NULL) THEN ${refreshTags(type, key)}; END IF;`,
      )
      .join('\n'),
  );
  await q.query(`
    CREATE FUNCTION search_forget_item() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      DELETE FROM search_terms WHERE item_id = OLD.id AND item_type = TG_ARGV[0]::"char";
      RETURN NULL;
    END $$`);
}

/** PostgreSQL plans each statement once per connection. */
const createTriggerFunction = (q: QueryRunner, name: string, statements: string) =>
  q.query(`
    CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN
      ${statements}
      RETURN NULL;
    END $$`);

const refreshNames = (rows: string) =>
  refresh(
    'TG_ARGV[0]::"char"',
    'n',
    `SELECT id, name::text, CASE TG_ARGV[0] WHEN 'p' THEN 40 ELSE 48 END::real FROM ${rows}`,
    `SELECT id FROM ${rows}`,
  );

const refreshDescriptions = (rows: string) =>
  refresh('TG_ARGV[0]::"char"', 'd', `SELECT id, description, 1.2::real FROM ${rows}`, `SELECT id FROM ${rows}`);

/** Headings with the same points are one text, because each text costs a start of the plan that splits it. */
const refreshBodies = (rows: string) =>
  refresh(
    `'p'::"char"`,
    'b',
    `SELECT page_id, search_body(html, text), 1::real FROM ${rows}
      UNION ALL SELECT page_id, string_agg(heading.value, E'\\n'), heading.points FROM ${rows}, search_headings(html) AS heading
        GROUP BY page_id, heading.points`,
    `SELECT page_id FROM ${rows}`,
  );

const refreshTags = (type: string, key: string) => {
  const ids = `SELECT ${key} FROM changed WHERE ${key} IS NOT NULL`;
  return refresh(
    `'${type}'::"char"`,
    't',
    `SELECT tag.${key}, said.value, said.points FROM tags tag, LATERAL (VALUES (tag.name, 3::real), (tag.value, 5::real)) AS said (value, points)
      WHERE tag.${key} = ANY (ARRAY(${ids}))`,
    ids,
  );
};

/**
 * Writes only the words that changed: a corrected letter in a long page changes two rows.
 * Outdated entries are deleted by their places, and words are looked up one by one. The planner expects so many of both that it would read all
 * entries of a small library, and the whole vocabulary.
 * @param texts item id, text and points of one occurrence of a word
 */
function refresh(type: string, part: string, texts: string, ids: string): string {
  return `
      WITH fresh AS MATERIALIZED (
        SELECT text.item_id, found.word COLLATE "C" AS term, sum(text.points)::real AS score
        FROM (${texts}) AS text (item_id, value, points), search_words(text.value) AS found GROUP BY text.item_id, found.word
      ), stored AS MATERIALIZED (
        SELECT ctid AS place, item_id, term, score FROM search_terms
        WHERE item_type = ${type} AND item_id = ANY (ARRAY(${ids})) AND part = '${part}'
      ), gone AS (
        DELETE FROM search_terms WHERE ctid = ANY (ARRAY(SELECT place FROM stored LEFT JOIN fresh USING (item_id, term, score) WHERE fresh.term IS NULL))
      ), added_terms AS (
        INSERT INTO search_terms (term, score, item_id, item_type, part)
        SELECT fresh.term, fresh.score, fresh.item_id, ${type}, '${part}'
        FROM fresh LEFT JOIN stored USING (item_id, term, score) WHERE stored.term IS NULL
        RETURNING term
      )
      INSERT INTO search_vocabulary (word) SELECT DISTINCT term FROM added_terms
      WHERE (SELECT TRUE FROM search_vocabulary known WHERE known.word = added_terms.term LIMIT 1) IS NULL`;
}

const of = (row: string, columns: string): string => columns.replaceAll(/\w+/g, `${row}.$&`);
