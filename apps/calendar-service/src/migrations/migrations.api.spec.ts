import { migrate } from '@almanac/database';
import { cloneDatabase } from '@almanac/testing';
import { calendarDataSource } from '../data-source';

describe('the migrations', () => {
  it('can all be reverted and applied again', async () => {
    const clone = await cloneDatabase('calendar_empty', () => Promise.resolve());
    const source = await calendarDataSource({ databaseUrl: clone.url, databasePoolSize: 2 }).initialize();
    try {
      const done = await migrate(source);
      expect(done.length).toBeGreaterThan(0);
      for (let left = done.length; left > 0; left--) await source.undoLastMigration();
      expect(
        await source.query(`SELECT tablename FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations'`),
      ).toEqual([]);
      expect(await migrate(source)).toEqual(done);
    } finally {
      await source.destroy();
      await clone.drop();
    }
  });
});
