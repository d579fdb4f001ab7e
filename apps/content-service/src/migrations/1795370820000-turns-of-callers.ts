import { installTurns, removeTurns } from '@almanac/jobs';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Callers take turns at jobs. */
export class TurnsOfCallers1795370820000 implements MigrationInterface {
  /** `CONCURRENTLY` is not possible inside a transaction. */
  readonly transaction = false;

  async up(q: QueryRunner): Promise<void> {
    await installTurns(q);
  }

  async down(q: QueryRunner): Promise<void> {
    await removeTurns(q);
  }
}
