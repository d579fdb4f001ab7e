import type { MigrationInterface, QueryRunner } from 'typeorm';
import { headings, searchTexts } from './1795369440000-search';
import { replaceBodyTriggers } from './1795369860000-search-triggers';
import { SearchWords1795370160000 } from './1795370160000-search-words';
import { BY_PLACE } from './1795370340000-search-deletions';
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

/**
 * Words of all scripts by one rule, which queries and the index share (docs/decisions/0008). Texts that were indexed before are indexed
 * anew by the job `search.reindex`.
 */
export class SearchInAllScripts1795370940000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createFolding(q);
    await createWords(q);
    await createQueryFunctions(q);
    await createPlainText(q);
    await q.query(`
      CREATE TABLE search_reindexing (item_type "char" PRIMARY KEY, after_id integer NOT NULL DEFAULT 0);
      COMMENT ON TABLE search_reindexing IS 'Kinds of items that are indexed anew, and the last item that was done'`);
    for (const [type, table] of [
      ['s', 'shelves'],
      ['b', 'books'],
      ['c', 'chapters'],
      ['p', 'pages'],
    ])
      await q.query(
        `INSERT INTO search_reindexing (item_type) SELECT '${type}'::"char" WHERE EXISTS (SELECT FROM ${table})`,
      );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('DROP TABLE search_reindexing');
    await replaceBodyTriggers(q, BY_PLACE, 'text');
    await q.query(`CREATE OR REPLACE VIEW search_texts AS ${searchTexts('text')}`);
    await q.query(headings('CREATE OR REPLACE'));
    await new SearchWords1795370160000().up(q);
    await q.query(
      `DROP FUNCTION search_body(text, text), search_lines(text), search_pieces(text), search_clue(text), search_fold(text)`,
    );
  }
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
    CREATE OR REPLACE FUNCTION search_words(value text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
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
    CREATE OR REPLACE FUNCTION search_headings(html text) RETURNS TABLE (value text, points real) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT search_lines(split_part(substr(piece, strpos(piece, '>') + 1), '</h', 1)), (ARRAY[10, 5, 4, 3, 2, 1.5])[left(piece, 1)::int] - 1
      FROM string_to_table(html, '<h') AS piece WHERE piece ~ '^[1-6][ >]'
    $$`);
  await q.query(`CREATE OR REPLACE VIEW search_texts AS ${searchTexts('search_body(html, text)')}`);
  await replaceBodyTriggers(q, BY_PLACE, 'search_body(html, text)');
}
