import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Fields for sorting and filtering the gallery (content-behaviour §5.1); `uploaded_to` has an index already. */
const PLAIN_FIELDS = ['created_at', 'updated_at', 'created_by', 'updated_by'];
const FOLDED_FIELDS = ['name', 'path', 'type'];
/** Covers and avatars are in the same table, but not in the gallery. */
const IN_GALLERY = `type IN ('gallery', 'drawio')`;

export class ImageListing1763700000027 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const field of PLAIN_FIELDS)
      await q.query(`CREATE INDEX images_${field}_idx ON images (${field}, id) WHERE ${IN_GALLERY}`);
    for (const field of FOLDED_FIELDS)
      await q.query(
        `CREATE INDEX images_${field}_idx ON images ((fold(${field}) COLLATE "C"), id) WHERE ${IN_GALLERY}`,
      );
  }

  async down(q: QueryRunner): Promise<void> {
    for (const field of [...PLAIN_FIELDS, ...FOLDED_FIELDS]) await q.query(`DROP INDEX images_${field}_idx`);
  }
}
