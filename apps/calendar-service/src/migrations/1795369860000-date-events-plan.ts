import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Each link of a new event calls this function. PostgreSQL expects ten ids in a list. So for one event a plan of its own looked cheaper
 * each time, and planning took longer than locking.
 */
export class DateEventsPlan1795369860000 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    await q.query('ALTER FUNCTION date_events(integer[]) SET plan_cache_mode = force_generic_plan');
  }

  async down(q: QueryRunner): Promise<void> {
    await q.query('ALTER FUNCTION date_events(integer[]) RESET plan_cache_mode');
  }
}
