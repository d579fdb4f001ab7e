import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Endings of image files, as in `imageTypeOfEnding`. */
const ENDINGS = 'jpg|jpeg|jpe|jfif|pjpeg|pjp|png|apng|gif|webp|avif|avifs';

/** Every column of rich text, by table. A text shows an image if it has the name of the image's file in it. */
const TEXTS = {
  page_contents: ['html', 'markdown'],
  page_revisions: ['html', 'markdown'],
  comments: ['html'],
  shelves: ['description_html'],
  books: ['description_html'],
  chapters: ['description_html'],
  settings: ['value'],
  attachments: ['path'],
} as const;

/**
 * The images that a search has not found in a text yet. Triggers strike out those that a text begins to show, in the transaction that writes
 * the text. So a list stays true after its search, and a removal and a save wait for each other.
 */
export class UnusedImages1795370960000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE unused_image_searches (
        id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        started_at timestamptz NOT NULL DEFAULT now(),
        finished_at timestamptz
      );
      CREATE TABLE unused_images (
        image_id integer PRIMARY KEY,
        search_id integer NOT NULL CONSTRAINT unused_images_search_id_fkey REFERENCES unused_image_searches ON DELETE CASCADE,
        file_name text COLLATE "C" NOT NULL
      );
      CREATE INDEX unused_images_search_id_idx ON unused_images (search_id, image_id);
      CREATE INDEX unused_images_file_name_idx ON unused_images (file_name);
      COMMENT ON COLUMN unused_images.image_id IS 'without a foreign key, because it would lock every image when a search begins';
      COMMENT ON COLUMN unused_images.file_name IS 'the last segment of the path, in lower case'`);
    await createReaders(q);
    await q.query(`
      CREATE FUNCTION strike_out_shown_images(texts text) RETURNS integer LANGUAGE sql AS $$
        WITH struck AS (
          DELETE FROM unused_images WHERE image_id IN (
            SELECT image_id FROM unused_images WHERE image_id IN (
              SELECT image_id FROM unused_images WHERE file_name IN (SELECT image_names(texts) COLLATE "C")
              UNION SELECT image_ids(texts))
            ORDER BY image_id FOR UPDATE) RETURNING 1)
        SELECT count(*)::int FROM struck
      $$;
      CREATE FUNCTION keep_shown_images() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM unused_images) THEN
          PERFORM strike_out_shown_images(string_agg(to_jsonb(NEW) ->> name, ' ')) FROM unnest(TG_ARGV) AS name;
        END IF;
        RETURN NULL;
      END $$`);
    for (const [table, columns] of Object.entries(TEXTS)) {
      const names = columns.map((name) => `'${name}'`).join(', ');
      const differs = columns.map((name) => `OLD.${name} IS DISTINCT FROM NEW.${name}`).join(' OR ');
      const call = `EXECUTE FUNCTION keep_shown_images(${names})`;
      await q.query(`
        CREATE TRIGGER images_shown AFTER INSERT ON ${table} FOR EACH ROW ${call};
        CREATE TRIGGER images_shown_now AFTER UPDATE OF ${columns.join(', ')} ON ${table} FOR EACH ROW WHEN (${differs}) ${call}`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`
      DROP FUNCTION keep_shown_images() CASCADE;
      DROP FUNCTION strike_out_shown_images(text);
      DROP FUNCTION image_names(text);
      DROP FUNCTION image_ids(text);
      DROP FUNCTION percent_decoded(text);
      DROP TABLE unused_images, unused_image_searches`);
  }
}

/** Functions that find images in a text. They rather find too many: an image stays if its name is anywhere. */
async function createReaders(q: QueryRunner): Promise<void> {
  await q.query(String.raw`
    CREATE FUNCTION percent_decoded(token text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT string_agg(CASE WHEN part[1] ~ '^%..$' THEN chr(('x' || right(part[1], 2))::bit(8)::int) ELSE part[1] END, '' ORDER BY place)
      FROM regexp_matches(token, '%[2-7][0-9a-fA-F]|[^%]+|%', 'g') WITH ORDINALITY AS parts (part, place)
    $$;
    CREATE FUNCTION image_names(texts text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      WITH readable AS (
        SELECT texts AS words
        UNION ALL SELECT percent_decoded(token[1])
        FROM regexp_matches(CASE WHEN texts LIKE '%\%%' THEN texts END, '[^\s"''<>()]*%[2-7][0-9a-fA-F][^\s"''<>()]*', 'g') AS token)
      SELECT DISTINCT lower(name[1]) FROM readable, regexp_matches(words, '[a-zA-Z0-9-]+\.(?:${ENDINGS})', 'gi') AS name
    $$;
    CREATE FUNCTION image_ids(texts text) RETURNS SETOF integer LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
      SELECT DISTINCT id[1]::int FROM regexp_matches(texts, '(?:drawio-diagram="?|image-gallery/)([0-9]{1,9})', 'gi') AS id
    $$`);
}
