import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Terms1763800000003 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`
      CREATE TABLE terms (
        id integer PRIMARY KEY DEFAULT nextval('record_id'),
        kind varchar(16) NOT NULL CONSTRAINT terms_kind_is_known CHECK (kind IN ('category', 'tag')),
        name varchar(200) NOT NULL CONSTRAINT terms_name_is_given CHECK (name <> ''),
        slug varchar(200) COLLATE "C" NOT NULL CONSTRAINT terms_slug_is_given CHECK (slug <> ''),
        description text NOT NULL DEFAULT '',
        parent_id integer,
        CONSTRAINT terms_id_kind_key UNIQUE (id, kind),
        CONSTRAINT terms_kind_slug_key UNIQUE (kind, slug),
        CONSTRAINT terms_parent_id_fkey FOREIGN KEY (parent_id, kind) REFERENCES terms (id, kind),
        CONSTRAINT terms_tags_are_flat CHECK (kind = 'category' OR parent_id IS NULL),
        CONSTRAINT terms_parent_is_another CHECK (parent_id <> id)
      )`);
    await q.query(`CREATE UNIQUE INDEX terms_sibling_name_key ON terms (kind, coalesce(parent_id, 0), lower(name))`);
    await q.query(`CREATE INDEX terms_parent_id_idx ON terms (parent_id) WHERE parent_id IS NOT NULL`);
    await q.query(`CREATE INDEX terms_name_idx ON terms (kind, fold(name), id)`);
    await q.query(`
      CREATE TABLE event_terms (
        event_id integer NOT NULL CONSTRAINT event_terms_event_id_fkey REFERENCES events ON DELETE CASCADE,
        term_id integer NOT NULL CONSTRAINT event_terms_term_id_fkey REFERENCES terms ON DELETE CASCADE,
        PRIMARY KEY (event_id, term_id)
      )`);
    await q.query(`CREATE INDEX event_terms_term_id_idx ON event_terms (term_id, event_id)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE event_terms, terms`);
  }
}
