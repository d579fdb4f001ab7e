import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The audit log keeps the id of a deleted user, so it has no foreign key to users. Ids come from a sequence, so none is given twice. */
export class AuditLogKeepsIds1795370950000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER TABLE activities DROP CONSTRAINT activities_user_id_fkey');
    await q.query(
      `COMMENT ON COLUMN activities.user_id IS 'who did it, also after the user was deleted; null for the system'`,
    );
  }

  /** The constraint is not validated, so that entries of deleted users stay as they are. */
  async down(q: QueryRunner): Promise<void> {
    await q.query('COMMENT ON COLUMN activities.user_id IS NULL');
    await q.query(`
      ALTER TABLE activities ADD CONSTRAINT activities_user_id_fkey
      FOREIGN KEY (user_id) REFERENCES users ON DELETE SET NULL NOT VALID`);
  }
}
