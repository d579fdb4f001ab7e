import { setTimeout as sleep } from 'node:timers/promises';
import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { detached } from '@almanac/observability';
import { NestFactory } from '@nestjs/core';
import { Database } from './database';
import { DatabaseModule } from './database.module';

let clone: TestDatabase;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
});
afterAll(() => clone.drop());

const pause = () => sleep(50);

const start = () => {
  const options = { url: clone.url, poolSize: 2, applicationName: 'test', entities: [], migrations: [] };
  return NestFactory.createApplicationContext(DatabaseModule.forRoot(options, console.error), { logger: false });
};

describe('the pool at a shutdown', () => {
  it.each<[name: string, work: (database: Database, step: () => Promise<unknown>) => Promise<unknown>]>([
    ['single statements', (_, step) => step().then(pause).then(step)],
    ['a transaction', (database, step) => database.transaction(() => step().then(step))],
    [
      'a transaction that has not begun',
      (database, step) => pause().then(() => database.transaction(() => step().then(step))),
    ],
    ['other detached work', (_, step) => step().then(() => detached(pause().then(step), 'more'))],
  ])('stays open for detached work: %s', async (_name, work) => {
    const app = await start();
    const database = app.get(Database);
    const outcomes: string[] = [];
    const step = () =>
      database.query('SELECT pg_sleep(0.05)').then(
        () => outcomes.push('done'),
        (failure: unknown) => outcomes.push(String(failure)),
      );
    detached(work(database, step), 'work');
    await app.close();
    expect(outcomes).toEqual(['done', 'done']);
  });
});
