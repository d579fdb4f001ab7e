import { isError } from '@almanac/observability';
import { cloneDatabase, type TestDatabase } from '@almanac/testing';
import { createDataSource, type ServiceDataSource } from './data-source';
import { Database } from './database';
import { isUniqueViolation } from './connections/failures';
import { selectComputed, sql } from './sql/typed-sql';
import { toProblem } from '@almanac/errors';
import { runInNewContext } from 'node:vm';

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
const reported: unknown[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 5,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, (failure) => void reported.push(failure));
  await database.query('CREATE TABLE notes (id integer PRIMARY KEY, text text NOT NULL)');
});
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});
beforeEach(() => database.query('TRUNCATE notes'));

const add = (id: number) => database.query('INSERT INTO notes VALUES ($1::int, $1::int::text)', [id]);
const NOTE = selectComputed<{ id: number; text: string }>({ id: 'id', text: 'text' });
const notes = () => database.query(sql`SELECT ${NOTE} FROM notes ORDER BY id`);
const ids = async () => (await notes()).map(({ id }) => id);
const failing = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (failure: unknown) => failure,
  );

it('Database.run executes one or several statements, and joins the open transaction', async () => {
  await database.run('INSERT INTO notes VALUES (1, 1); INSERT INTO notes VALUES (2, 2)');
  const rolledBack = database.transaction(async () => {
    expect(await database.run('UPDATE notes SET text = $1 WHERE id = 1 RETURNING text', ['new'])).toEqual({
      rows: [{ text: 'new' }],
    });
    throw new Error('no');
  });
  await failing(rolledBack);
  expect((await database.run('SELECT text FROM notes ORDER BY id')).rows).toEqual([{ text: '1' }, { text: '2' }]);
});

describe('a part of a transaction', () => {
  it('that fails is undone alone, also when parts hold parts', async () => {
    const ran: string[] = [];
    const late = async (name: string) => {
      database.afterRollback(() => Promise.resolve(void ran.push(`${name} undone`)));
      await database.afterCommit(() => Promise.resolve(void ran.push(`${name} committed`)));
    };
    const broken = (id: number, work: () => Promise<unknown> = () => Promise.resolve()) =>
      failing(
        database.part(async () => {
          await Promise.all([add(id), late(String(id))]);
          await work();
          await add(id);
        }),
      );
    await database.transaction(async () => {
      await add(1);
      expect(isUniqueViolation(await broken(2))).toBe(true);
      await database.part(async () => {
        await Promise.all([add(3), late('3')]);
        await broken(4);
      });
      await broken(5, () => database.part(() => add(6)));
    });
    expect(await ids()).toEqual([1, 3]);
    expect(ran).toEqual(['2 undone', '4 undone', '5 undone', '3 committed']);
  });

  it('outside of a transaction is one', async () => {
    await failing(database.part(async () => Promise.reject(new Error(String(await add(1))))));
    await database.part(() => add(2));
    expect(await ids()).toEqual([2]);
  });
});

describe('work outside of the transaction', () => {
  it('runs after a rollback, and the transaction is repeated', async () => {
    const seen: unknown[] = [];
    await database.transaction(async () => {
      await add(1);
      if (seen.length === 0) await database.outsideTransaction(async () => void seen.push(await ids()));
    });
    expect([seen, await ids()]).toEqual([[[]], [1]]);
  });

  it('ends the transaction when it fails', async () => {
    const refused = database.transaction(async () => {
      await add(1);
      await database.outsideTransaction(() => Promise.reject(new Error('refused')));
    });
    expect(await failing(refused)).toMatchObject({ message: 'refused' });
    expect(await ids()).toEqual([]);
  });

  it('runs at once where no transaction is open', async () => {
    await database.outsideTransaction(async () => {
      await add(1);
    });
    expect(await ids()).toEqual([1]);
  });
});

describe('a transaction', () => {
  it('returns the same query results as the pool', async () => {
    await add(1);
    const asked = async () => [
      await database.query('UPDATE notes SET text = $1 WHERE id = 1 RETURNING text', ['new']),
      await database.query('UPDATE notes SET text = $1 WHERE id = 7 RETURNING text', ['new']),
      await database.query('SELECT id FROM notes WHERE id = 1'),
      await database.query('DELETE FROM notes WHERE id = 7 RETURNING id'),
    ];
    const outside = await asked();
    expect(outside).toEqual([[{ text: 'new' }], [], [{ id: 1 }], []]);
    expect(await database.transaction(asked)).toEqual(outside);
  });

  it('includes nested transactions, and commits or rolls back all of them together', async () => {
    await database.transaction(async () => {
      await add(1);
      await database.transaction(() => add(2));
    });
    await failing(
      database.transaction(async () => {
        await add(3);
        await database.transaction(() => add(4));
        throw new Error('no');
      }),
    );
    expect(await ids()).toEqual([1, 2]);
  });

  it('is invisible from outside before its commit', async () => {
    await database.transaction(async () => {
      await add(1);
      expect((await source.query('SELECT id FROM notes')).length).toBe(0);
    });
    expect(await ids()).toEqual([1]);
  });

  it('returns the result of its work, and throws its error', async () => {
    expect(await database.transaction(() => Promise.resolve(7))).toBe(7);
    const failure = new Error('mine');
    expect(await failing(database.transaction(() => Promise.reject(failure)))).toBe(failure);
  });

  it('runs deferred work only after the commit, in order', async () => {
    const ran: string[] = [];
    await database.transaction(async () => {
      await database.afterCommit(async () => void ran.push(`first ${(await ids()).join()}`));
      await database.afterCommit(() => Promise.resolve(void ran.push('second')));
      database.afterRollback(() => Promise.resolve(void ran.push('never')));
      await add(1);
      expect(ran).toEqual([]);
    });
    expect(ran).toEqual(['first 1', 'second']);
  });

  it('runs undo work only after a rollback', async () => {
    const ran: string[] = [];
    await failing(
      database.transaction(async () => {
        database.afterRollback(() => Promise.resolve(void ran.push('undone')));
        await database.afterCommit(() => Promise.resolve(void ran.push('never')));
        await add(1);
        throw new Error('changed my mind');
      }),
    );
    expect(ran).toEqual(['undone']);
  });

  it('is retried after a unique violation', async () => {
    let attempts = 0;
    await database.transaction(async () => {
      attempts += 1;
      await add(1);
      if (attempts < 3) await add(1);
    });
    expect(attempts).toBe(3);
    expect(await ids()).toEqual([1]);
  });

  it('is retried after a referenced row was deleted', async () => {
    await database.query('CREATE TABLE remarks (note_id integer REFERENCES notes)');
    let attempts = 0;
    await database.transaction(async () => {
      attempts += 1;
      await database.query('INSERT INTO remarks VALUES ($1)', [attempts === 1 ? 7 : null]);
    });
    await database.query('DROP TABLE remarks');
    expect(attempts).toBe(2);
  });

  it('fails with the unique violation after four attempts', async () => {
    let attempts = 0;
    const failure = await failing(
      database.transaction(async () => {
        attempts += 1;
        await add(1);
        await add(1);
      }),
    );
    expect(isUniqueViolation(failure)).toBe(true);
    expect(attempts).toBe(4);
  });

  it('reports a failure of work after the commit, and does not fail', async () => {
    await database.transaction(async () => database.afterCommit(() => Promise.reject(new Error('late'))));
    expect(reported).toEqual([new Error('late')]);
  });

  it('is retried after a deadlock', async () => {
    await add(1);
    await add(2);
    let attempts = 0;
    let holding = 0;
    const bothHoldOne = Promise.withResolvers<undefined>();
    const change = (first: number, second: number) =>
      database.transaction(async () => {
        attempts += 1;
        await database.query(`UPDATE notes SET text = text || 'x' WHERE id = $1`, [first]);
        holding += 1;
        if (holding === 2) bothHoldOne.resolve(undefined);
        await bothHoldOne.promise;
        await database.query(`UPDATE notes SET text = text || 'y' WHERE id = $1`, [second]);
      });
    await Promise.all([change(1, 2), change(2, 1)]);
    // At least one of the two is retried; PostgreSQL may abort both.
    expect(attempts).toBeGreaterThanOrEqual(3);
    expect((await notes()).map(({ text }) => [...text].sort().join(''))).toEqual(['1xy', '2xy']);
  });
});

describe('transactions that wait for each other', () => {
  it('leave connections to readers, and run in turn', async () => {
    await add(1);
    const holding = Promise.withResolvers<undefined>();
    const held = database.transaction(async () => {
      await database.query('SELECT FROM notes WHERE id = 1 FOR UPDATE');
      await holding.promise;
    });
    const writes = Array.from({ length: 20 }, () =>
      database.transaction(() => database.query(`UPDATE notes SET text = text || 'x' WHERE id = 1`)),
    );
    expect(await ids()).toEqual([1]);
    holding.resolve(undefined);
    await Promise.all([held, ...writes]);
    expect(await database.query('SELECT text FROM notes')).toEqual([{ text: `1${'x'.repeat(20)}` }]);
  });

  it('can start other transactions after their commit or rollback', async () => {
    const next = () => database.transaction(() => Promise.resolve());
    const chains = Array.from({ length: 10 }, (_, n) =>
      database.transaction(async () => {
        await database.afterCommit(next);
        database.afterRollback(next);
        if (n % 2) throw new Error('no');
      }),
    );
    expect((await Promise.allSettled(chains)).filter(({ status }) => status === 'fulfilled')).toHaveLength(5);
  });
});

describe('a database whose caller has disconnected', () => {
  let caller: AbortController;
  let served: Database;
  beforeEach(() => {
    caller = new AbortController();
    served = new Database(
      source,
      (failure) => void reported.push(failure),
      () => caller.signal,
    );
  });
  const leave = () => caller.abort(new Error('gone'));
  const insert = (id: number) => served.query(`INSERT INTO notes VALUES ($1, '')`, [id]);

  it('rolls back an open transaction at its next query, or at its commit', async () => {
    const late = [insert, () => Promise.resolve()];
    for (const last of late) {
      caller = new AbortController();
      const work = served.transaction(async () => {
        await insert(1);
        leave();
        await last(2);
      });
      await expect(work).rejects.toThrow('gone');
    }
    expect(await ids()).toEqual([]);
  });

  it('starts no query and no transaction', async () => {
    leave();
    await expect(insert(1)).rejects.toThrow('gone');
    await expect(served.transaction(() => insert(2))).rejects.toThrow('gone');
    expect(() => served.manager).toThrow('gone');
    expect(await ids()).toEqual([]);
  });

  it('keeps committed rows, and runs the work that follows a commit or rollback', async () => {
    await served.transaction(async () => {
      await insert(1);
      await served.afterCommit(async () => {
        leave();
        await insert(2);
      });
    });
    caller = new AbortController();
    const undone = served.transaction(async () => {
      served.afterRollback(async () => {
        await insert(3);
      });
      await served.query('SELECT 1');
      leave();
    });
    await expect(undone).rejects.toThrow('gone');
    expect(await ids()).toEqual([1, 2, 3]);
  });

  it('continues work that other callers wait for', async () => {
    leave();
    await served.uninterrupted(() => served.transaction(() => insert(1)));
    expect(await ids()).toEqual([1]);
  });
});

it('a connection that breaks is an unreachable database, also when the error comes from another realm', async () => {
  const { pool } = database;
  const broken: unknown = runInNewContext(`Object.assign(new Error('write EPIPE'), { code: 'EPIPE' })`);
  pool?.once('acquire', ({ connection }) => {
    connection.stream.destroy(isError(broken) ? broken : undefined);
  });
  const failure = await failing(database.query('SELECT 1'));
  expect([toProblem(failure).status, failure]).toMatchObject([503, { driverError: { code: 'EPIPE' } }]);
});

it('afterCommit runs its work at once outside of a transaction', async () => {
  let ran = false;
  await database.afterCommit(() => Promise.resolve(void (ran = true)));
  expect(ran).toBe(true);
});

it('isUniqueViolation recognises duplicate values, and can check the index', async () => {
  await add(1);
  const failure = await failing(add(1));
  expect([
    isUniqueViolation(failure),
    isUniqueViolation(failure, 'notes_pkey'),
    isUniqueViolation(failure, 'other'),
  ]).toEqual([true, true, false]);
  expect(isUniqueViolation(await failing(database.query('INSERT INTO notes VALUES (2, NULL)')))).toBe(false);
  expect(isUniqueViolation(new Error('x'))).toBe(false);
});
