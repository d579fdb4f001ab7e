import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { createDataSource, type ServiceDataSource } from './data-source';
import { Database } from './database';

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 3,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await database.query('CREATE TABLE notes (text text)');
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});
beforeEach(() => database.query('TRUNCATE notes'));

const NOTES = `SELECT string_agg(text, ' ' ORDER BY text) FROM notes`;
const MAX_AGE_MS = 60_000;
const write = (text: string) => database.query('INSERT INTO notes VALUES ($1)', [text]);

describe('a watched text', () => {
  it('is unknown before the first snapshot, and then shows all earlier commits', async () => {
    const text = database.snapshots.watch(NOTES);
    await database.snapshots.current();
    expect(text.get(MAX_AGE_MS)?.text).toBe('');
    await write('a');
    expect(text.get(MAX_AGE_MS)?.text).toBe('');
    await database.snapshots.current();
    expect(text.get(MAX_AGE_MS)?.text).toBe('a');
    expect(database.snapshots.watch(NOTES).get(MAX_AGE_MS)).toBeUndefined();
  });

  it('is read again for another snapshot only', async () => {
    const time = database.snapshots.watch('SELECT clock_timestamp()::text');
    const states = new Map<string, Set<string | undefined>>();
    // Commits in the databases of other tests change the snapshot too.
    for (let n = 0; n < 50; n += 1) {
      const snapshot = await database.snapshots.current();
      states.set(snapshot, (states.get(snapshot) ?? new Set()).add(time.get(MAX_AGE_MS)?.text));
    }
    expect(states.size).toBeLessThan(50);
    expect([...states.values()].filter(({ size }) => size > 1)).toEqual([]);
  });

  it('is unknown after an invalidation until the next snapshot, even if nothing was committed', async () => {
    const text = database.snapshots.watch(NOTES);
    await write('a');
    await database.snapshots.current();
    text.invalidate();
    expect(text.get(MAX_AGE_MS)).toBeUndefined();
    await database.snapshots.current();
    expect(text.get(MAX_AGE_MS)?.text).toBe('a');
  });

  it('is not taken from a snapshot that was being read at the invalidation', async () => {
    const text = database.snapshots.watch(NOTES);
    const reading = database.snapshots.current();
    text.invalidate();
    await reading;
    expect(text.get(MAX_AGE_MS)).toBeUndefined();
  });

  it('does not show changes of an open transaction, not even to the transaction', async () => {
    const text = database.snapshots.watch(NOTES);
    await database.transaction(async () => {
      await write('open');
      await database.snapshots.current();
      expect(text.get(MAX_AGE_MS)?.text).toBe('');
    });
    await database.snapshots.current();
    expect(text.get(MAX_AGE_MS)?.text).toBe('open');
  });
});
