import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { type INestApplicationContext, Injectable, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
import { Column, Entity, PrimaryColumn, Repository } from 'typeorm';
import { Database } from './database';
import { DatabaseModule } from './database.module';

@Entity('notes')
class Note {
  @PrimaryColumn('integer')
  id!: number;

  @Column('text')
  text!: string;
}

@Injectable()
class Notes {
  constructor(@InjectRepository(Note) readonly rows: Repository<Note>) {}

  async ids(): Promise<number[]> {
    return (await this.rows.find({ order: { id: 'ASC' } })).map(({ id }) => id);
  }
}

@Module({ imports: [TypeOrmModule.forFeature([Note])], providers: [Notes] })
class NotesModule {}

let clone: TestDatabase;
let app: INestApplicationContext;
let database: Database;
let notes: Notes;
let caller: AbortController;
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  const options = { url: clone.url, poolSize: 5, applicationName: 'test', entities: [Note], migrations: [] };
  const module = DatabaseModule.forRoot(options, console.error, () => caller.signal);
  caller = new AbortController();
  app = await NestFactory.createApplicationContext({ module: NotesModule, imports: [module] }, { logger: false });
  database = app.get(Database);
  notes = app.get(Notes);
  await database.query('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
});
afterAll(async () => {
  await app.close();
  await clone.drop();
});
beforeEach(async () => {
  caller = new AbortController();
  await database.query('TRUNCATE notes');
});

const session = async () => {
  const [row] = await notes.rows.query<{ pid: number }[]>('SELECT pg_backend_pid() AS pid');
  return row?.pid;
};
const note = async (id: number) => {
  await notes.rows.insert({ id, text: '' });
};

/** Every way in which a repository writes, each on its own row. */
const WRITES: [name: string, write: (id: number) => Promise<unknown>][] = [
  ['insert', (id) => notes.rows.insert({ id, text: '' })],
  ['save', (id) => notes.rows.save({ id, text: '' })],
  ['upsert', (id) => notes.rows.upsert({ id, text: '' }, ['id'])],
  ['query', (id) => notes.rows.query(`INSERT INTO notes VALUES ($1, '')`, [id])],
  ['a query builder', (id) => notes.rows.createQueryBuilder().insert().values({ id, text: '' }).execute()],
];

describe('an injected repository', () => {
  it.each(WRITES)('writes by %s into the open transaction', async (_name, write) => {
    const undone = database.transaction(async () => {
      await write(1);
      expect(await notes.ids()).toEqual([1]);
      expect(await database.query('SELECT id FROM notes')).toEqual([{ id: 1 }]);
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await notes.ids()).toEqual([]);
  });

  it('sees the rows that SQL wrote in the transaction, before others see them', async () => {
    await database.transaction(async () => {
      await database.query(`INSERT INTO notes VALUES (1, '')`);
      expect(await notes.rows.existsBy({ id: 1 })).toBe(true);
      expect(await database.source.query('SELECT id FROM notes')).toEqual([]);
    });
    expect(await notes.ids()).toEqual([1]);
  });

  it('joins the outer transaction from a nested one', async () => {
    const undone = database.transaction(async () => {
      const outer = await session();
      await database.transaction(async () => {
        expect(await session()).toBe(outer);
        await notes.rows.insert({ id: 1, text: '' });
      });
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await notes.ids()).toEqual([]);
  });

  it('uses the connection of its own transaction when two run at once', async () => {
    const bothOpen = Promise.withResolvers<undefined>();
    let open = 0;
    const transactions = [1, 2].map((id) =>
      database.transaction(async () => {
        const before = await session();
        open += 1;
        if (open === 2) bothOpen.resolve(undefined);
        await bothOpen.promise;
        await notes.rows.insert({ id, text: '' });
        return { before, after: await session() };
      }),
    );
    const [one, two] = await Promise.all(transactions);
    expect(one?.before).not.toBe(two?.before);
    expect([one?.after, two?.after]).toEqual([one?.before, two?.before]);
  });

  it('uses the pool after a transaction ended, by commit or rollback', async () => {
    await database.transaction(() => notes.rows.insert({ id: 1, text: '' }));
    await expect(database.transaction(() => notes.rows.insert({ id: 1, text: '' }))).rejects.toThrow('duplicate');
    await notes.rows.insert({ id: 2, text: '' });
    expect(await notes.ids()).toEqual([1, 2]);
  });

  it('uses the pool in work that runs after the commit or the rollback', async () => {
    await database.transaction(async () => {
      await database.afterCommit(() => note(1));
    });
    const undone = database.transaction(async () => {
      database.afterRollback(() => note(2));
      throw new Error('no');
    });
    await expect(undone).rejects.toThrow('no');
    expect(await notes.ids()).toEqual([1, 2]);
  });

  it('runs no further statement when the caller has disconnected', async () => {
    caller.abort(new Error('gone'));
    await expect(notes.ids()).rejects.toThrow('gone');
    expect(await database.uninterrupted(() => notes.ids())).toEqual([]);
  });
});
