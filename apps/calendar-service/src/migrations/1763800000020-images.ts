import type { MigrationInterface, QueryRunner } from 'typeorm';

const TABLES = ['events', 'venues', 'organizers'];

export class Images1763800000020 implements MigrationInterface {
  // An image from an address is stored with it, so that the next use of the address finds the same image. Ids come from the sequence of all records, so
  // that the id of another record is never an image by chance.
  async up(q: QueryRunner): Promise<void> {
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
    for (const table of TABLES) {
      await q.query(`ALTER TABLE ${table} ADD image_id integer CONSTRAINT ${table}_image_id_fkey REFERENCES images`);
      await q.query(`CREATE INDEX ${table}_image_idx ON ${table} (image_id) WHERE image_id IS NOT NULL`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const table of TABLES) await q.query(`ALTER TABLE ${table} DROP image_id`);
    await q.query(`DROP TABLE images`);
  }
}
