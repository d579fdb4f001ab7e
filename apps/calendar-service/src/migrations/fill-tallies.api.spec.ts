import { migrate } from '@almanac/database';
import { cloneDatabase } from '@almanac/testing';
import { calendarDataSource } from '../data-source';
import { SUMS } from '../testing/sums';

const KINDS: readonly [status: string, isHidden: boolean][] = [
  ['publish', false],
  ['publish', false],
  ['draft', false],
  ['publish', true],
  ['trash', false],
];

it('what was there before the sums is counted once they are kept', async () => {
  const clone = await cloneDatabase('calendar_empty', () => Promise.resolve());
  const source = await calendarDataSource({ databaseUrl: clone.url, databasePoolSize: 2 }).initialize();
  const areKept = async () =>
    (await source.query<{ name: string | null }[]>(`SELECT to_regclass('term_tallies')::text AS name`))[0]?.name !==
    null;
  try {
    await migrate(source);
    while (await areKept()) await source.undoLastMigration();
    await source.query(`INSERT INTO terms (id, kind, name, slug) VALUES (1, 'tag', 'Old', 'old')`);
    for (const [id, [status, isHidden]] of KINDS.entries()) {
      await source.query(
        `INSERT INTO events (id, author_id, status, trashed_at, title, timezone, starts_local, ends_local, starts_at, ends_at, hide_from_listings)
          VALUES ($1, 1, $2, $3, 'Old', 'UTC', '2020-01-01 10:00', '2020-01-02 10:00', '2020-01-01 10:00Z', '2020-01-02 10:00Z', $4)`,
        [id, status, status === 'trash' ? new Date() : null, isHidden],
      );
      await source.query(
        `INSERT INTO occurrences (event_id, starts_local, ends_local, during) SELECT id, starts_local, ends_local, tstzrange(starts_at, ends_at) FROM events WHERE id = $1`,
        [id],
      );
      await source.query(`INSERT INTO event_terms (event_id, term_id) VALUES ($1, 1)`, [id]);
    }

    await migrate(source);

    expect(await source.query(SUMS.kept)).toEqual(await source.query(SUMS.counted));
    expect(await source.query(`SELECT amount FROM term_tallies`)).toEqual([{ amount: 3 }]);
  } finally {
    await source.destroy();
    await clone.drop();
  }
});
