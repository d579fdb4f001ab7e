import type { MigrationInterface, QueryRunner } from 'typeorm';

const KINDS = { s: 'shelf_id', b: 'book_id', c: 'chapter_id', p: 'page_id' } as const;

/**
 * Triggers refresh the entries of the changed part from the changed rows. `search_refresh` reads a view with thirteen sources: starting
 * its plan took longer than splitting a name or some tags into words. It remains for repairs (docs/runbook.md).
 */
export class SearchTriggers1795369860000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await replaceTriggers(q, BY_JOIN);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [name, statements] of Object.entries(FORMER))
      await q.query(`
        CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          ${statements}
          RETURN NULL;
        END $$`);
  }
}

/** Deletes entries of `search_terms`; `outdated` is a query for their places. */
export type Deletion = (outdated: string) => string;

/** PostgreSQL may read the whole table for this join. */
export const BY_JOIN: Deletion = (outdated) =>
  `DELETE FROM search_terms entry USING (${outdated}) outdated WHERE entry.ctid = outdated.place`;

export async function replaceTriggers(q: QueryRunner, deletion: Deletion): Promise<void> {
  // PL/pgSQL parses a statement when it first runs, so pages need no description.
  await replaceTrigger(
    q,
    'search_follow_item',
    `IF NEW.name <> OLD.name THEN ${refreshNames('(SELECT NEW.id, NEW.name) item', deletion)}; END IF;
    IF TG_ARGV[0] <> 'p' THEN
      IF NEW.description <> OLD.description THEN ${refreshDescriptions('(SELECT NEW.id, NEW.description) item', deletion)}; END IF;
    END IF;`,
  );
  await replaceTrigger(
    q,
    'search_follow_new_items',
    `${refreshNames('added', deletion)};
    IF TG_ARGV[0] <> 'p' THEN ${refreshDescriptions('added', deletion)}; END IF;`,
  );
  await replaceBodyTriggers(q, deletion, 'text');
  await replaceTrigger(
    q,
    'search_follow_tags',
    Object.entries(KINDS)
      .map(
        ([type, key]) =>
          `IF EXISTS (SELECT FROM changed WHERE ${key} IS NOT NULL) THEN ${refreshTags(type, key, deletion)}; END IF;`,
      )
      .join('\n'),
  );
}

/** @param text SQL for the text of a page */
export async function replaceBodyTriggers(q: QueryRunner, deletion: Deletion, text: string): Promise<void> {
  await replaceTrigger(
    q,
    'search_follow_body',
    `${refreshBodies('(SELECT NEW.page_id, NEW.html, NEW.text) body', deletion, text)};`,
  );
  // An upsert of a body that exists adds no row.
  await replaceTrigger(
    q,
    'search_follow_new_bodies',
    `IF EXISTS (SELECT FROM added) THEN ${refreshBodies('added', deletion, text)}; END IF;`,
  );
}

/** PostgreSQL plans each statement once per connection. */
const replaceTrigger = (q: QueryRunner, name: string, statements: string) =>
  q.query(`
    CREATE OR REPLACE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$ BEGIN
      ${statements}
      RETURN NULL;
    END $$`);

const refreshNames = (rows: string, deletion: Deletion) =>
  refresh(
    'TG_ARGV[0]::"char"',
    'n',
    `SELECT id, name::text, CASE TG_ARGV[0] WHEN 'p' THEN 40 ELSE 48 END::real FROM ${rows}`,
    `SELECT id FROM ${rows}`,
    deletion,
  );

const refreshDescriptions = (rows: string, deletion: Deletion) =>
  refresh(
    'TG_ARGV[0]::"char"',
    'd',
    `SELECT id, description, 1.2::real FROM ${rows}`,
    `SELECT id FROM ${rows}`,
    deletion,
  );

/** Headings with the same points are one text, because each text costs a start of the plan that splits it. */
const refreshBodies = (rows: string, deletion: Deletion, text: string) =>
  refresh(
    `'p'::"char"`,
    'b',
    `SELECT page_id, ${text}, 1::real FROM ${rows}
      UNION ALL SELECT page_id, string_agg(heading.value, E'\\n'), heading.points FROM ${rows}, search_headings(html) AS heading
        GROUP BY page_id, heading.points`,
    `SELECT page_id FROM ${rows}`,
    deletion,
  );

const refreshTags = (type: string, key: string, deletion: Deletion) => {
  const ids = `SELECT ${key} FROM changed WHERE ${key} IS NOT NULL`;
  return refresh(
    `'${type}'::"char"`,
    't',
    `SELECT tag.${key}, said.value, said.points FROM tags tag, LATERAL (VALUES (tag.name, 3::real), (tag.value, 5::real)) AS said (value, points)
      WHERE tag.${key} = ANY (ARRAY(${ids}))`,
    ids,
    deletion,
  );
};

/**
 * Writes only the words that changed: a corrected letter in a long page changes two rows.
 * The words are looked up one by one, because the planner expects so many that it would read the whole vocabulary.
 * @param texts item id, text and points of one occurrence of a word
 */
function refresh(type: string, part: string, texts: string, ids: string, deletion: Deletion): string {
  return `
      WITH fresh AS MATERIALIZED (
        SELECT text.item_id, found.word COLLATE "C" AS term, sum(text.points)::real AS score
        FROM (${texts}) AS text (item_id, value, points), search_words(text.value) AS found GROUP BY text.item_id, found.word
      ), stored AS MATERIALIZED (
        SELECT ctid AS place, item_id, term, score FROM search_terms
        WHERE item_type = ${type} AND item_id = ANY (ARRAY(${ids})) AND part = '${part}'
      ), gone AS (
        ${deletion('SELECT place FROM stored LEFT JOIN fresh USING (item_id, term, score) WHERE fresh.term IS NULL')}
      ), added_terms AS (
        INSERT INTO search_terms (term, score, item_id, item_type, part)
        SELECT fresh.term, fresh.score, fresh.item_id, ${type}, '${part}'
        FROM fresh LEFT JOIN stored USING (item_id, term, score) WHERE stored.term IS NULL
        RETURNING term
      )
      INSERT INTO search_vocabulary (word) SELECT DISTINCT term FROM added_terms
      WHERE (SELECT TRUE FROM search_vocabulary known WHERE known.word = added_terms.term LIMIT 1) IS NULL`;
}

const FORMER = {
  search_follow_item: `PERFORM search_refresh(TG_ARGV[0]::"char", ARRAY[NEW.id], '{n,d}');`,
  search_follow_body: `PERFORM search_refresh('p', ARRAY[NEW.page_id], '{b}');`,
  search_follow_tags: `PERFORM search_refresh(item.type::"char", array_agg(item.id), '{t}') FROM (
        SELECT DISTINCT
          CASE WHEN shelf_id IS NOT NULL THEN 's' WHEN book_id IS NOT NULL THEN 'b' WHEN chapter_id IS NOT NULL THEN 'c' ELSE 'p' END AS type,
          coalesce(shelf_id, book_id, chapter_id, page_id) AS id
        FROM changed
      ) item GROUP BY item.type;`,
  search_follow_new_items: `PERFORM search_refresh(TG_ARGV[0]::"char", array_agg(id), '{n,d}') FROM added HAVING count(*) > 0;`,
  search_follow_new_bodies: `PERFORM search_refresh('p', array_agg(page_id), '{b}') FROM added HAVING count(*) > 0;`,
};
