import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FillTallies1763800000038 implements MigrationInterface {
  // Rows from before are marked; the triggers of the migration before this one count them as they change. Readers go on meanwhile, writers wait: a status
  // that changed halfway would be lost.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`LOCK TABLE events, occurrences, event_terms IN SHARE ROW EXCLUSIVE MODE`);
    await q.query(`
      UPDATE occurrences SET shown_as = shown_as(event.status, event.hide_from_listings) FROM events event
      WHERE event.id = event_id AND occurrences.shown_as IS DISTINCT FROM shown_as(event.status, event.hide_from_listings)`);
    await q.query(`
      UPDATE event_terms SET is_public = true FROM events event WHERE event.id = event_id AND event.status = 'publish' AND NOT is_public`);
  }

  // Nothing to undo: what was filled goes with its columns.
  down(): Promise<void> {
    return Promise.resolve();
  }
}
