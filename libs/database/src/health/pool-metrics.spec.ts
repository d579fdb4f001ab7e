import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import { metrics } from '@almanac/observability';
import type { INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Database } from '../database';
import { DatabaseModule } from '../database.module';

let clone: TestDatabase;
let app: INestApplicationContext;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  const options = { url: clone.url, poolSize: 6, applicationName: 'test', entities: [], migrations: [] };
  app = await NestFactory.createApplicationContext(DatabaseModule.forRoot(options, console.error), { logger: false });
  database = app.get(Database);
  await database.query('CREATE TABLE locked (id integer)');
});
afterAll(async () => {
  await app.close();
  await clone.drop();
});

async function read(name: string): Promise<number | undefined> {
  return (await metrics.getSingleMetric(`almanac_database_${name}`)?.get())?.values[0]?.value;
}

it('the gauges of connections show the pool of the requests, not that of the probe', async () => {
  await Promise.all([1, 2, 3].map(() => database.query('SELECT pg_sleep(0.05)')));
  expect(await read('connections')).toBe(database.pool?.totalCount);
  expect(await read('connections')).toBeGreaterThan(1);
  expect(await read('waiting')).toBe(0);
});

it('the gauge of locks counts statements that wait for one', async () => {
  const lock = 'LOCK TABLE locked IN EXCLUSIVE MODE';
  const [isHeld, isSeen] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const holder = database.transaction(async () => {
    await database.query(lock);
    isHeld.resolve(undefined);
    await isSeen.promise;
  });
  await isHeld.promise;
  const waiter = database.transaction(() => database.query(lock));
  await until(async () => (await read('lock_waits')) === 1);
  isSeen.resolve(undefined);
  await Promise.all([holder, waiter]);
  await until(async () => (await read('lock_waits')) === 0);
});
