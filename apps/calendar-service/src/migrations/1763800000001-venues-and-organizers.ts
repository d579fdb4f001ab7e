import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The columns that events, venues and organizers share. */
export const recordColumns = (table: string): string => `
        id integer PRIMARY KEY DEFAULT nextval('record_id'),
        author_id integer NOT NULL,
        status varchar(16) NOT NULL
          CONSTRAINT ${table}_status_is_known CHECK (status IN ('publish', 'future', 'draft', 'pending', 'private', 'trash')),
        status_before_trash varchar(16),
        trashed_at timestamptz(3),
        slug varchar(200) COLLATE "C" NOT NULL DEFAULT '',
        description text NOT NULL DEFAULT '',
        published_at timestamptz(0),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        modified_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT ${table}_trash_is_dated CHECK ((status = 'trash') = (trashed_at IS NOT NULL))`;

/** Records in the trash release their slug, and drafts need none. */
export const recordIndexes = (table: string): string[] => [
  `CREATE UNIQUE INDEX ${table}_slug_key ON ${table} (slug) WHERE slug <> '' AND status <> 'trash'`,
  `CREATE INDEX ${table}_published_idx ON ${table} (coalesce(published_at, created_at) DESC, id DESC)`,
  `CREATE INDEX ${table}_author_idx ON ${table} (author_id)`,
  `CREATE INDEX ${table}_status_idx ON ${table} (status)`,
  `CREATE INDEX ${table}_trashed_idx ON ${table} (trashed_at) WHERE status = 'trash'`,
];

export class VenuesAndOrganizers1763800000001 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    // One sequence for all kinds, including terms. No two records share an id, so an id of another kind can be told from an unknown one.
    await q.query(`CREATE SEQUENCE record_id AS integer`);
    await q.query(`
      CREATE TABLE venues (${recordColumns('venues')},
        name text NOT NULL CONSTRAINT venues_name_is_given CHECK (name <> ''),
        address text NOT NULL DEFAULT '',
        city text NOT NULL DEFAULT '',
        country text NOT NULL DEFAULT '',
        province text NOT NULL DEFAULT '',
        state text NOT NULL DEFAULT '',
        zip text NOT NULL DEFAULT '',
        phone text NOT NULL DEFAULT '',
        stateprovince text NOT NULL DEFAULT '',
        website text NOT NULL DEFAULT '',
        show_map boolean NOT NULL DEFAULT true,
        show_map_link boolean NOT NULL DEFAULT true
      )`);
    await q.query(`
      CREATE TABLE organizers (${recordColumns('organizers')},
        name text NOT NULL CONSTRAINT organizers_name_is_given CHECK (name <> ''),
        phone text NOT NULL DEFAULT '',
        website text NOT NULL DEFAULT '',
        email text NOT NULL DEFAULT ''
      )`);
    for (const table of ['venues', 'organizers']) {
      for (const index of recordIndexes(table)) await q.query(index);
      await q.query(`CREATE INDEX ${table}_name_idx ON ${table} USING hash (fold(name))`);
      await q.query(
        `CREATE INDEX ${table}_search_idx ON ${table} USING gin (fold(name) gin_trgm_ops, fold(description) gin_trgm_ops)`,
      );
    }
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE organizers, venues`);
    await q.query(`DROP SEQUENCE record_id`);
  }
}
