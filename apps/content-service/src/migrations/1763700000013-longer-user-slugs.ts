import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LongerUserSlugs1763700000013 implements MigrationInterface {
  // A name of a hundred signs such as @ spells out to three times as many letters; slugs of items have had the room from the start.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE users ALTER COLUMN slug TYPE varchar(300)`);
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(`ALTER TABLE users ALTER COLUMN slug TYPE varchar(190) USING left(slug, 190)`);
  }
}
