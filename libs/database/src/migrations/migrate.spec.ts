import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { createDataSource } from '../data-source';
import { createIndexConcurrently } from './create-index-concurrently';
import { migrate } from './migrate';

let clone: TestDatabase;
let owner: DataSource;
let name: string;

const connect = (url: string, migrations: (new () => MigrationInterface)[] = []) =>
  createDataSource({ url, poolSize: 3, applicationName: 'test', entities: [], migrations }).initialize();

/** The settings of a new session. */
async function freshSession(url = clone.url): Promise<Record<string, string>> {
  const source = await connect(url);
  try {
    const rows = await source.query<{ name: string; setting: string }[]>('SELECT name, setting FROM pg_settings');
    return Object.fromEntries(rows.map((row) => [row.name, row.setting]));
  } finally {
    await source.destroy();
  }
}

beforeEach(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  name = new URL(clone.url).pathname.slice(1);
  owner = await connect(clone.url);
  // As on a server with another default time zone.
  await owner.query(`ALTER DATABASE ${name} SET timezone = 'Asia/Tokyo'`);
});
afterEach(async () => {
  await owner.destroy();
  await clone.drop();
});

describe('migrate', () => {
  describe('in place of former ones', () => {
    const ran: string[] = [];
    class First1795371000000 implements MigrationInterface {
      up = () => Promise.resolve(void ran.push('First'));
      down = () => Promise.resolve();
    }
    class Second1795371060000 implements MigrationInterface {
      up = () => Promise.resolve(void ran.push('Second'));
      down = () => Promise.resolve();
    }
    const FORMER = ['Old1763700000001', 'Older1763700000000'];
    const migrated = async (names: string[]) => {
      ran.length = 0;
      await migrate(owner);
      await owner.query(`INSERT INTO migrations (timestamp, name) SELECT 1, name FROM unnest($1::text[]) AS name`, [
        names,
      ]);
      const source = await createDataSource({
        url: clone.url,
        poolSize: 3,
        applicationName: 'test',
        entities: [],
        migrations: [First1795371000000, Second1795371060000],
        replaced: { last: 'Old1763700000001', by: [First1795371000000, Second1795371060000] },
      }).initialize();
      try {
        await migrate(source);
        const rows = await source.query<{ name: string }[]>('SELECT name FROM migrations ORDER BY name');
        return rows.map(({ name }) => name);
      } finally {
        await source.destroy();
      }
    };

    it('are only noted in a database that has the last of these, whose names stay', async () => {
      expect(await migrated(FORMER)).toEqual(['First1795371000000', ...FORMER, 'Second1795371060000']);
      expect(ran).toEqual([]);
    });

    it('run in an empty database, and in one where they were interrupted', async () => {
      expect(await migrated([])).toEqual(['First1795371000000', 'Second1795371060000']);
      expect(ran).toEqual(['First', 'Second']);
      await owner.query(`DELETE FROM migrations WHERE name = 'Second1795371060000'`);
      expect(await migrated([])).toEqual(['First1795371000000', 'Second1795371060000']);
      expect(ran).toEqual(['Second']);
    });

    it('refuse a database that has only some of these', async () => {
      await expect(migrated(FORMER.slice(1))).rejects.toThrow('lacks the migration Old1763700000001');
      expect(ran).toEqual([]);
    });
  });

  it('sets UTC and disables JIT for all later sessions', async () => {
    expect(await freshSession()).toMatchObject({ TimeZone: 'Asia/Tokyo', jit: 'on' });
    await migrate(owner);
    expect(await freshSession()).toMatchObject({ TimeZone: 'UTC', jit: 'off' });
  });

  it('runs migrations with UTC and without JIT in its own sessions', async () => {
    const seen: unknown[] = [];
    class Looks1763700000900 implements MigrationInterface {
      async up(q: QueryRunner): Promise<void> {
        seen.push(await q.query(`SELECT current_setting('jit') AS jit, now()::text LIKE '%+00' AS "isUtc"`));
      }
      async down(): Promise<void> {
        await Promise.resolve();
      }
    }
    const source = await connect(clone.url, [Looks1763700000900]);
    expect(await migrate(source)).toEqual(['Looks1763700000900']);
    expect(seen).toEqual([[{ jit: 'off', isUtc: true }]]);
    await source.destroy();
  });

  it('builds indexes without the time-out of statements, and restores it', async () => {
    class Builds1763700000903 implements MigrationInterface {
      readonly transaction = false;
      async up(q: QueryRunner): Promise<void> {
        await q.query('CREATE TABLE numbers AS SELECT 1 AS number');
        await q.query(`
          CREATE FUNCTION unlimited(number integer) RETURNS integer LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN
            IF current_setting('statement_timeout') <> '0' THEN RAISE 'limited'; END IF;
            RETURN number;
          END $$`);
        await createIndexConcurrently(q, 'numbers_idx', 'numbers (unlimited(number))');
        seen.push(await q.query(`SELECT current_setting('statement_timeout') AS limit`));
      }
      async down(): Promise<void> {
        await Promise.resolve();
      }
    }
    const seen: unknown[] = [];
    await migrate(owner);
    const source = await connect(clone.url, [Builds1763700000903]);
    expect(await migrate(source)).toEqual(['Builds1763700000903']);
    expect(seen).toEqual([[{ limit: '8s' }]]);
    await source.destroy();
  });

  it('releases its lock when a migration fails', async () => {
    class Fails1763700000901 implements MigrationInterface {
      up = () => Promise.reject(new Error('no'));
      down = () => Promise.resolve();
    }
    const source = await connect(clone.url, [Fails1763700000901]);
    await expect(migrate(source)).rejects.toThrow('no');
    expect(
      await source.query(
        'SELECT FROM pg_locks WHERE locktype = $1 AND database = (SELECT oid FROM pg_database WHERE datname = $2)',
        ['advisory', name],
      ),
    ).toEqual([]);
    await source.destroy();
  });

  it('waits for a table without holding up its readers, and runs when it is free', async () => {
    class Alters1763700000902 implements MigrationInterface {
      async up(q: QueryRunner): Promise<void> {
        await q.query('ALTER TABLE busy ADD COLUMN more integer');
      }
      async down(): Promise<void> {
        await Promise.resolve();
      }
    }
    await owner.query('CREATE TABLE busy ()');
    const source = await connect(clone.url, [Alters1763700000902]);
    const reader = owner.createQueryRunner();
    await reader.startTransaction();
    await reader.query('SELECT FROM busy');
    const migrated = migrate(source);
    const waits = `SELECT FROM pg_locks WHERE relation = 'busy'::regclass AND NOT granted`;
    const waiting = async () => (await owner.query<unknown[]>(waits)).length > 0;
    await until(waiting);
    // Would fail by the time-out of requests if the migration waited on.
    await owner.query(`SET lock_timeout = '30s'`);
    await owner.query('SELECT FROM busy');
    await reader.rollbackTransaction();
    await reader.release();
    expect(await migrated).toEqual(['Alters1763700000902']);
    await source.destroy();
  });

  it('builds an index concurrently while another process waits for its turn', async () => {
    let anotherWaits = false;
    class Indexes1763700000903 implements MigrationInterface {
      readonly transaction = false;
      async up(q: QueryRunner): Promise<void> {
        await until(() => anotherWaits);
        await q.query('CREATE INDEX CONCURRENTLY busy_kind_idx ON busy (kind)');
      }
      async down(): Promise<void> {
        await Promise.resolve();
      }
    }
    await owner.query('CREATE TABLE busy (kind integer)');
    const sources = await Promise.all([1, 2].map(() => connect(clone.url, [Indexes1763700000903])));
    const migrated = Promise.all(sources.map((source) => migrate(source)));
    const asking = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND query LIKE '%advisory_xact_lock%' AND state <> 'idle'`;
    await until(async () => (await owner.query<unknown[]>(asking)).length > 2);
    anotherWaits = true;
    expect((await migrated).flat()).toEqual(['Indexes1763700000903']);
    for (const source of sources) await source.destroy();
  });

  it('holds its lock during a migration that outlasts the time-out of idle transactions', async () => {
    class Lasts1763700000904 implements MigrationInterface {
      async up(q: QueryRunner): Promise<void> {
        await q.query('SELECT pg_sleep(0.5)');
      }
      async down(): Promise<void> {
        await Promise.resolve();
      }
    }
    await owner.query(`ALTER DATABASE ${name} SET idle_in_transaction_session_timeout = '100ms'`);
    const source = await connect(clone.url, [Lasts1763700000904]);
    expect(await migrate(source)).toEqual(['Lasts1763700000904']);
    await source.destroy();
  });

  describe('as a role that does not own the database', () => {
    let guest: DataSource;
    const role = () => `guest_of_${name}`;
    beforeEach(async () => {
      await owner.query(`CREATE ROLE ${role()} LOGIN PASSWORD 'secret'; GRANT ALL ON SCHEMA public TO ${role()}`);
      const url = new URL(clone.url);
      url.username = role();
      url.password = 'secret';
      guest = await connect(url.href);
    });
    afterEach(async () => {
      await guest.destroy();
      await owner.query(`DROP OWNED BY ${role()}; DROP ROLE ${role()}`);
    });

    it('fails and names the statements that the owner has to run', async () => {
      await expect(migrate(guest)).rejects.toThrow(
        `Let the owner of the database run these statements, then migrate again:\nALTER DATABASE "${name}" SET jit = 'off';\nALTER DATABASE "${name}" SET TimeZone = 'UTC';`,
      );
    });

    it('succeeds after the owner has migrated', async () => {
      await migrate(owner);
      await owner.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${role()}`);
      const later = await connect(guest.options.type === 'postgres' ? guest.options.url! : '');
      expect(await migrate(later)).toEqual([]);
      await later.destroy();
    });
  });
});
