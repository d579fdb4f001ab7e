import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The venues, organizers and terms of events. */
export class LinksAndTerms1795371120000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createLinks(q);
    await createTerms(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE event_terms, terms, event_organizers, event_venues`);
  }
}

async function createLinks(q: QueryRunner): Promise<void> {
  for (const [table, kind] of [
    ['event_venues', 'venue'],
    ['event_organizers', 'organizer'],
  ] as const)
    await q.query(`
      CREATE TABLE ${table} (
        event_id integer NOT NULL CONSTRAINT ${table}_event_id_fkey REFERENCES events ON DELETE CASCADE,
        ${kind}_id integer NOT NULL CONSTRAINT ${table}_${kind}_id_fkey REFERENCES ${kind}s ON DELETE CASCADE,
        position integer NOT NULL,
        PRIMARY KEY (event_id, ${kind}_id)
      );
      CREATE INDEX ${table}_${kind}_id_idx ON ${table} (${kind}_id, event_id)`);
}

/**
 * Terms with slugs of their own may share a name. A deleted category gives its children to its parent, which may have a child of that name.
 */
async function createTerms(q: QueryRunner): Promise<void> {
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
    );
    CREATE INDEX terms_parent_id_idx ON terms (parent_id) WHERE parent_id IS NOT NULL;
    CREATE INDEX terms_name_order_idx ON terms (kind, (fold(name) COLLATE "C"), id)`);
  await q.query(`
    CREATE TABLE event_terms (
      event_id integer NOT NULL CONSTRAINT event_terms_event_id_fkey REFERENCES events ON DELETE CASCADE,
      term_id integer NOT NULL CONSTRAINT event_terms_term_id_fkey REFERENCES terms ON DELETE CASCADE,
      is_public boolean NOT NULL DEFAULT false,
      PRIMARY KEY (event_id, term_id)
    );
    CREATE INDEX event_terms_term_id_idx ON event_terms (term_id, event_id)`);
}
