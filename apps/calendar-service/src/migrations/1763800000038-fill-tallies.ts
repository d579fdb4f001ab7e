import type { MigrationInterface, QueryRunner } from 'typeorm';

export class FillTallies1763800000038 implements MigrationInterface {
  // Marks existing rows; the triggers of the previous migration count each change. Reads continue, but writes wait: a concurrent change of a status
  // would be lost.
  async up(q: QueryRunner): Promise<void> {
    await q.query(`LOCK TABLE events, occurrences, event_terms IN SHARE ROW EXCLUSIVE MODE`);
    await q.query(`
      UPDATE occurrences SET shown_as = shown_as(event.status, event.hide_from_listings) FROM events event
      WHERE event.id = event_id AND occurrences.shown_as IS DISTINCT FROM shown_as(event.status, event.hide_from_listings)`);
    await q.query(`
      UPDATE event_terms SET is_public = true FROM events event WHERE event.id = event_id AND event.status = 'publish' AND NOT is_public`);
  }

  // Nothing to undo: the previous migration drops the filled columns.
  down(): Promise<void> {
    return Promise.resolve();
  }
}
