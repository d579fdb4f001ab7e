import { migrate } from '@almanac/database';
import { cloneDatabase, unindexedKeys, unlikeEntities, unlimitedIndexes, unsafeMigrations } from '@almanac/testing';
import { calendarDataSource } from '../data-source';
import { REPLACED } from '.';

describe('the migrations', () => {
  it('do not disturb the version that still runs', async () => {
    const clone = await cloneDatabase('calendar_empty', () => Promise.resolve());
    const source = await calendarDataSource({ databaseUrl: clone.url, databasePoolSize: 2 }).initialize();
    try {
      const first = REPLACED.by.map(({ name }) => name);
      expect(await unsafeMigrations(source, first)).toEqual([]);
    } finally {
      await source.destroy();
      await clone.drop();
    }
  });

  it('create the tables and columns of the entities, index every foreign key, limit the new entries of GIN indexes, and can all be reverted and applied again', async () => {
    const clone = await cloneDatabase('calendar_empty', () => Promise.resolve());
    const source = await calendarDataSource({ databaseUrl: clone.url, databasePoolSize: 2 }).initialize();
    try {
      const done = await migrate(source);
      expect(done.length).toBeGreaterThan(0);
      expect(await unlikeEntities(source)).toEqual([]);
      expect(await unindexedKeys(source)).toEqual([]);
      expect(await unlimitedIndexes(source)).toEqual([]);
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
