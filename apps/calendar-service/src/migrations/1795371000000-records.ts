import type { MigrationInterface, QueryRunner } from 'typeorm';

const SEARCHED_COLUMNS = {
  venues: ['name', 'description', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizers: ['name', 'description', 'phone', 'email', 'website'],
} as const;

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

export const imageColumn = (table: string): string =>
  `image_id integer CONSTRAINT ${table}_image_id_fkey REFERENCES images`;

/** Records in the trash release their slug, and drafts need none. */
export const recordIndexes = (table: string): string => `
  CREATE UNIQUE INDEX ${table}_slug_key ON ${table} (slug) WHERE slug <> '' AND status <> 'trash';
  CREATE INDEX ${table}_published_idx ON ${table} (coalesce(published_at, created_at) DESC, id DESC);
  CREATE INDEX ${table}_status_idx ON ${table} (status);
  CREATE INDEX ${table}_trashed_idx ON ${table} (trashed_at) WHERE status = 'trash';
  CREATE INDEX ${table}_image_idx ON ${table} (image_id) WHERE image_id IS NOT NULL`;

/** Each scan reads the new entries of a GIN index one by one. With a long list of them, PostgreSQL prefers to read the whole table. */
export const SHORT_PENDING_LIST = 'WITH (gin_pending_list_limit = 1024)';

/** Text comparison, images, venues and organizers. */
export class Records1795371000000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await createFunctions(q);
    // One sequence for all kinds, including terms. No two records share an id, so an id of another kind can be told from an unknown one.
    await q.query(`CREATE SEQUENCE record_id AS integer`);
    // An image from an address is stored with it, so that the next use of the address finds the same image.
    await q.query(`
      CREATE TABLE images (
        id integer PRIMARY KEY DEFAULT nextval('record_id'),
        source_url text COLLATE "C" CONSTRAINT images_source_url_key UNIQUE,
        author_id integer NOT NULL,
        path varchar(400) COLLATE "C" NOT NULL CONSTRAINT images_path_key UNIQUE,
        mime_type varchar(40) NOT NULL,
        width integer NOT NULL CONSTRAINT images_width_is_there CHECK (width > 0),
        height integer NOT NULL CONSTRAINT images_height_is_there CHECK (height > 0),
        filesize integer NOT NULL,
        sizes jsonb NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      )`);
    await createVenuesAndOrganizers(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`DROP TABLE organizers, venues, images`);
    await q.query(`DROP SEQUENCE record_id`);
    await q.query(`DROP FUNCTION on_globe(double precision, double precision), fold(text)`);
  }
}

async function createFunctions(q: QueryRunner): Promise<void> {
  // Searching must find "Été" for "ete". An indexable function needs no special collation, so any PostgreSQL from 15 on works.
  // It may be IMMUTABLE because the dictionary is part of the schema. Trigrams let an index answer substring searches.
  await q.query(`CREATE EXTENSION IF NOT EXISTS unaccent SCHEMA public`);
  await q.query(`CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public`);
  // A search folds the texts of each match again, several times. PostgreSQL inlines no SQL function that is less volatile than its body, and
  // calling one costs five times as much as its work. Hence PL/pgSQL.
  await q.query(`
    CREATE FUNCTION fold(value text) RETURNS text LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ BEGIN RETURN lower(public.unaccent('public.unaccent'::regdictionary, value)); END $$`);
  // Places are points on a globe of radius 1. Straight lines between them need no trigonometry for each row, and no special cases at the
  // poles or the date line. The extension `cube` has an index for them, and database owners may install it themselves.
  await q.query(`CREATE EXTENSION IF NOT EXISTS cube SCHEMA public`);
  await q.query(`
    CREATE FUNCTION on_globe(latitude double precision, longitude double precision) RETURNS public.cube
    LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN public.cube(ARRAY[
      cos(radians(latitude)) * cos(radians(longitude)), cos(radians(latitude)) * sin(radians(longitude)), sin(radians(latitude))])`);
}

/**
 * `description_rendered` is the rendered form of the description, made when it is saved. It names its text, so that an older version may
 * write the text alone. Rows without it are rendered when they are read.
 */
async function createVenuesAndOrganizers(q: QueryRunner): Promise<void> {
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
      show_map_link boolean NOT NULL DEFAULT true,
      geo_lat double precision CONSTRAINT venues_geo_lat_is_on_earth CHECK (geo_lat BETWEEN -90 AND 90),
      geo_lng double precision CONSTRAINT venues_geo_lng_is_on_earth CHECK (geo_lng BETWEEN -180 AND 180),
      place public.cube GENERATED ALWAYS AS (on_globe(geo_lat, geo_lng)) STORED,
      ${imageColumn('venues')},
      description_rendered jsonb,
      CONSTRAINT venues_place_is_whole CHECK ((geo_lat IS NULL) = (geo_lng IS NULL))
    );
    CREATE INDEX venues_place_idx ON venues USING gist (place)`);
  await q.query(`
    CREATE TABLE organizers (${recordColumns('organizers')},
      name text NOT NULL CONSTRAINT organizers_name_is_given CHECK (name <> ''),
      phone text NOT NULL DEFAULT '',
      website text NOT NULL DEFAULT '',
      email text NOT NULL DEFAULT '',
      ${imageColumn('organizers')},
      description_rendered jsonb
    )`);
  for (const table of ['venues', 'organizers'] as const) {
    await q.query(recordIndexes(table));
    // The search index must contain every column of a search, or the search reads all rows.
    const searched = SEARCHED_COLUMNS[table].map((column) => `fold(${column}) gin_trgm_ops`).join(', ');
    await q.query(`
      CREATE INDEX ${table}_modified_idx ON ${table} (modified_at, id);
      CREATE INDEX ${table}_author_idx ON ${table} (author_id);
      CREATE INDEX ${table}_name_idx ON ${table} USING hash (fold(name));
      CREATE INDEX ${table}_name_order_idx ON ${table} ((fold(name) COLLATE "C"), id);
      CREATE INDEX ${table}_texts_idx ON ${table} USING gin (${searched}) ${SHORT_PENDING_LIST}`);
  }
}
