import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * `id` breaks ties, so that pages with a high offset remain index scans. `created_at` after it serves the most common filter, by time,
 * in the default order: the index alone shows which entries are too old, without reading their rows.
 */
const INDEXES: readonly (readonly [name: string, columns: string])[] = [
  ['activities_id_idx', '(id, created_at)'],
  ['activities_type_idx', '(type COLLATE "C", id, created_at)'],
  ['activities_type_created_at_idx', '(type COLLATE "C", created_at, id)'],
  ['activities_user_id_id_idx', '(user_id, id, created_at)'],
  ['activities_loggable_idx', '(loggable_id, loggable_type COLLATE "C", id)'],
  ['activities_loggable_type_idx', '(loggable_type COLLATE "C", id)'],
  ['activities_ip_idx', '(ip COLLATE "C", id)'],
  ['activities_created_at_idx', '(created_at, id)'],
];

export class AuditLogIndexes1763700000015 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query(`DROP INDEX activities_loggable_idx, activities_created_at_idx`);
    for (const [name, columns] of INDEXES) await q.query(`CREATE INDEX ${name} ON activities ${columns}`);
    // A hash index: details are compared for equality only, and a hash index has no limit on the key size.
    await q.query(`CREATE INDEX activities_detail_idx ON activities USING hash ((fold(detail) COLLATE "C"))`);
    await q.query(
      `CREATE INDEX activities_request_id_idx ON activities ((fold(request_id) COLLATE "C"), id) WHERE request_id IS NOT NULL`,
    );
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query(
      `DROP INDEX activities_detail_idx, activities_request_id_idx, ${INDEXES.map(([name]) => name).join(', ')}`,
    );
    await q.query(`CREATE INDEX activities_loggable_idx ON activities (loggable_type, loggable_id)`);
    await q.query(`CREATE INDEX activities_created_at_idx ON activities (created_at)`);
  }
}
