import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LongerUserSlugs1763700000013 implements MigrationInterface {
  // Slugs spell out signs such as @, so a name of a hundred signs gets a slug three times as long. Slugs of items had this length already.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE users ALTER COLUMN slug TYPE varchar(300)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE users ALTER COLUMN slug TYPE varchar(190) USING left(slug, 190)`);
  }
}
