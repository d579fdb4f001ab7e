import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The characters that separate words, as before. */
const HARD = `\\n\\r\\t\\f\\u000B\\u00A0\\u3000\\u3001\\u3002\\u300C\\u300D\\u30FB\`"''«»‘’“”,!?:;()\\[\\]{}<>`;
const UNSPACED = '\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff';
const LONGEST = 100;

/**
 * Splits texts with a pattern. `translate` compares each character of a text with each of the 34 separators: 0.7 ms for 2 kB, beside 0.05 ms.
 */
export class SearchWords1795370160000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await replaceSplitting(q, `regexp_replace(fold(value), '[${HARD}]+', ' ', 'g')`);
  }

  async down(q: QueryRunner): Promise<void> {
    const hard = `E'${HARD.replaceAll('\\[\\]', '[]')}'`;
    await replaceSplitting(q, `translate(fold(value), ${hard}, repeat(' ', length(${hard})))`);
  }
}

/** @param spaced SQL for the folded text with spaces between its words */
const replaceSplitting = (q: QueryRunner, spaced: string) =>
  q.query(`
    CREATE OR REPLACE FUNCTION search_words(value text) RETURNS TABLE (word text) LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT left(found.word, ${LONGEST})
      FROM (SELECT ${spaced} AS text OFFSET 0) split,
        LATERAL (SELECT CASE WHEN text ~ '[${UNSPACED}]' THEN regexp_replace(text, '[${UNSPACED}]+', ' ', 'g') ELSE text END AS spaced OFFSET 0) written,
        LATERAL (
          SELECT btrim(piece, '.-') AS word FROM string_to_table(spaced, ' ') AS piece
          UNION ALL SELECT part FROM string_to_table(spaced, ' ') AS piece, string_to_table(translate(piece, '-', '.'), '.') AS part
            WHERE strpos(translate(btrim(piece, '.-'), '-', '.'), '.') > 0
          UNION ALL SELECT substr(run[1], at, 2) FROM regexp_matches(text, '[${UNSPACED}]+', 'g') AS run, generate_series(1, length(run[1])) AS at
            WHERE spaced <> text
        ) found WHERE found.word <> ''
    $$`);
