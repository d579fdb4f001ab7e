import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = [
  ['events', 'description_rendered'],
  ['events', 'excerpt_rendered'],
  ['venues', 'description_rendered'],
  ['organizers', 'description_rendered'],
  ['tickets', 'description_rendered'],
] as const;

export class RenderedTexts1763800000053 implements MigrationInterface {
  // The rendered forms of a text, made when it is saved. They name the text that they were made from, so that an older version may write the text alone.
  // Rows without forms are rendered when they are read.
  async up(q: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await q.query(`ALTER TABLE ${table} ADD COLUMN ${column} jsonb`);
  }

  async down(q: QueryRunner): Promise<void> {
    for (const [table, column] of COLUMNS) await q.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  }
}
