import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Each index with its definition, and the index that it replaces. */
const INDEXES: readonly { name: string; on: string; instead?: { name: string; on: string } }[] = [
  // Authors see their own unpublished events too; these few are counted in addition to the stored sums.
  { name: 'events_unpublished_idx', on: `events (author_id) WHERE status <> 'publish'` },
  // For sums of occurrences that end after a day, whenever they start.
  { name: 'occurrence_tallies_end_idx', on: 'occurrence_tallies (shown_as, ends_on) INCLUDE (starts_on, amount)' },
  // Orders and filters of the event list that had no index.
  { name: 'events_slug_order_idx', on: 'events (slug, id)' },
  // Without the id: with it PostgreSQL would search all statuses for one id instead of asking the primary key.
  { name: 'events_status_order_idx', on: 'events (status COLLATE "C")' },
  { name: 'events_timezone_order_idx', on: 'events ((fold(timezone) COLLATE "C"), id)' },
  { name: 'events_all_day_order_idx', on: 'events (all_day, id)' },
  {
    name: 'events_author_order_idx',
    on: 'events (author_id, id)',
    instead: { name: 'events_author_idx', on: 'events (author_id)' },
  },
  {
    name: 'events_featured_order_idx',
    on: 'events (featured, id)',
    instead: { name: 'events_featured_idx', on: 'events (id) WHERE featured' },
  },
  // The index must contain every column of a search, or the search reads all rows.
  {
    name: 'venues_texts_idx',
    on: textsOf('venues', [
      'name',
      'description',
      'address',
      'city',
      'province',
      'state',
      'stateprovince',
      'zip',
      'phone',
    ]),
    instead: { name: 'venues_search_idx', on: textsOf('venues', ['name', 'description']) },
  },
  {
    name: 'organizers_texts_idx',
    on: textsOf('organizers', ['name', 'description', 'phone', 'email', 'website']),
    instead: { name: 'organizers_search_idx', on: textsOf('organizers', ['name', 'description']) },
  },
];

function textsOf(table: string, columns: readonly string[]): string {
  return `${table} USING gin (${columns.map((column) => `fold(${column}) gin_trgm_ops`).join(', ')})`;
}

export class ListIndexes1763800000039 implements MigrationInterface {
  async up(q: QueryRunner): Promise<void> {
    for (const { name, on, instead } of INDEXES) {
      await q.query(`CREATE INDEX ${name} ON ${on}`);
      if (instead) await q.query(`DROP INDEX ${instead.name}`);
    }
  }

  async down(q: QueryRunner): Promise<void> {
    for (const { name, instead } of INDEXES) {
      if (instead) await q.query(`CREATE INDEX ${instead.name} ON ${instead.on}`);
      await q.query(`DROP INDEX ${name}`);
    }
  }
}
