import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import type { MigrationInterface } from 'typeorm';
import { createDataSource, type DatabaseOptions, type ServiceDataSource } from '../data-source';
import { Database } from '../database';
import { DatabaseProbe } from './database-probe';
import { migrate } from '../migrations/migrate';

class Late1763700000902 implements MigrationInterface {
  up = () => Promise.resolve();
  down = () => Promise.resolve();
}

let clone: TestDatabase;
let options: DatabaseOptions;
let source: ServiceDataSource;
let database: Database;
let probe: DatabaseProbe;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  options = {
    url: clone.url,
    poolSize: 2,
    applicationName: 'test',
    entities: [],
    migrations: [Late1763700000902],
  };
  source = await createDataSource(options).initialize();
  database = new Database(source, console.error);
  probe = new DatabaseProbe(database, options);
});
afterAll(async () => {
  await probe.onApplicationShutdown();
  await source.destroy();
  await clone.drop();
});

const isReady = () =>
  probe.check().then(
    () => true,
    () => false,
  );

it('the database probe fails until all migrations have run', async () => {
  expect(await isReady()).toBe(false);
  await migrate(source);
  expect(await isReady()).toBe(true);
});

it('the database probe succeeds while all connections are in use', async () => {
  const holders = [source.createQueryRunner(), source.createQueryRunner()];
  await Promise.all(holders.map((holder) => holder.startTransaction()));
  expect(await isReady()).toBe(true);
  await Promise.all(holders.map((holder) => holder.rollbackTransaction().then(() => holder.release())));
});

it('the database probe goes on when its trial of statements once got no connection', async () => {
  const other = await createDataSource({ ...options, preparesStatements: true }).initialize();
  const usesNames = new Database(other, console.error);
  const tries = new DatabaseProbe(usesNames, options);
  if (!usesNames.pool) throw new Error('the database is not connected');
  const connects = jest.spyOn(usesNames.pool, 'connect').mockImplementationOnce(() => {
    throw new Error('too many clients');
  });
  await expect(tries.check()).rejects.toThrow('too many clients');
  await tries.check();
  expect(connects).toHaveBeenCalledTimes(2);
  await tries.onApplicationShutdown();
  await other.destroy();
});

it('concurrent calls of the database probe share one check', async () => {
  expect(probe.check()).toBe(probe.check());
  expect(await isReady()).toBe(true);
});

it('the database probe fails after a full disk until a write succeeds', async () => {
  const refusal = `LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`;
  await database.query(`CREATE FUNCTION refuse() RETURNS event_trigger ${refusal}`);
  await database.query('CREATE EVENT TRIGGER refuse ON ddl_command_start EXECUTE FUNCTION refuse()');
  expect(await isReady()).toBe(true);
  await expect(database.transaction(() => database.query('CREATE TABLE big ()'))).rejects.toThrow('extend');
  expect(await isReady()).toBe(false);
  await database.query('DROP EVENT TRIGGER refuse');
  expect(await isReady()).toBe(true);
  expect(database.isFull).toBe(false);
});
