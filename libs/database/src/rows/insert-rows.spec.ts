import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import { createDataSource, type ServiceDataSource } from '../data-source';
import { Database } from '../database';
import { insertRows } from './insert-rows';

@Entity('notes')
class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('integer')
  order!: number;

  @Column('text', { nullable: true })
  noteText!: string | null;

  @Column('boolean', { nullable: true })
  done!: boolean | null;

  @Column('text')
  state!: string;
}

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 5,
    applicationName: 'test',
    entities: [Note],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await database.query(
    `CREATE TABLE notes (id integer GENERATED ALWAYS AS IDENTITY, "order" integer, note_text text, done boolean, state text NOT NULL DEFAULT 'new')`,
  );
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});
beforeEach(() => database.query('TRUNCATE notes RESTART IDENTITY'));

const rows = () => database.source.getRepository(Note).find({ order: { id: 'ASC' } });

it('insertRows keeps the order and values of rows, stores missing values as null, and other columns by default', async () => {
  await insertRows(database, Note, [{ order: 2, noteText: `it's "é" \\ ☃`, done: true }, { order: 1 }]);
  expect(await rows()).toEqual([
    { id: 1, order: 2, noteText: `it's "é" \\ ☃`, done: true, state: 'new' },
    { id: 2, order: 1, noteText: null, done: null, state: 'new' },
  ]);
});

it('insertRows inserts up to 250 rows per statement, and large rows one by one', async () => {
  const batches: number[] = [];
  await insertRows(
    database,
    Note,
    Array.from({ length: 600 }, (_, order) => ({ order })),
    (count) => void batches.push(count),
  );
  await insertRows(
    database,
    Note,
    Array(3).fill({ noteText: 'x'.repeat(600_000) }),
    (count) => void batches.push(count),
  );
  expect(batches).toEqual([250, 250, 100, 1, 1, 1]);
  expect((await rows()).slice(0, 600).map(({ order }) => order)).toEqual(
    Array.from({ length: 600 }, (_, order) => order),
  );
});

it('insertRows sends no statement for an empty list', async () => {
  await insertRows(database, Note, []);
  expect(await rows()).toEqual([]);
});
