import { createDataSource, Database, type ServiceDataSource } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { cloneDatabase, type TestDatabase, until } from '@almanac/testing';
import { installJobs, installTurns } from './install-jobs';
import { Jobs } from './jobs';
import { hasEnded, type Run } from './run-store';
import { answerOf, RunCanceled, type RunHandler, Runs } from './runs';

const HURRIED = { poll: 0.5, supervise: 1, turn: 0 };

let clone: TestDatabase;
let source: ServiceDataSource;
let database: Database;
const started: Jobs[] = [];
const reported: unknown[] = [];
beforeAll(async () => {
  clone = await cloneDatabase('empty', () => Promise.resolve());
  source = await createDataSource({
    url: clone.url,
    poolSize: 8,
    applicationName: 'test',
    entities: [],
    migrations: [],
  }).initialize();
  database = new Database(source, console.error);
  await installJobs(source);
  const runner = source.createQueryRunner();
  await installTurns(runner);
  await runner.release();
});
afterEach(() => Promise.all(started.splice(0).map((jobs) => jobs.stop())));
afterAll(async () => {
  await source.destroy();
  await clone.drop();
});

interface Order {
  text: string;
}

/** Each test uses its own kind, because all tests share the tables. */
let number = 0;
const newKind = () => `kind-${++number}`;

async function startRuns(kind: string, handler: RunHandler<Order>, works = true): Promise<Runs> {
  const report = (failure: unknown) => void reported.push(failure);
  const jobs = new Jobs(database, { works, report, paceSeconds: HURRIED });
  const runs = new Runs(database, jobs, report);
  runs.define(kind, handler, 1);
  await jobs.start();
  started.push(jobs);
  return runs;
}

const ended = async (runs: Runs, kind: string, id: number | undefined): Promise<Run> => {
  const run = await runs.wait(kind, id ?? 0, 20_000);
  if (!run) throw new Error('there is no such run');
  return run;
};
const order = { createdBy: 7, input: { text: 'x' } };
const idle = () => new Promise<void>((resolve) => setTimeout(resolve, 50));

it('a run ends with the result of its handler, and its file is removed', async () => {
  const kind = newKind();
  const runs = await startRuns(kind, async (run) => run.finish({ said: run.input.text, bytes: run.file?.length }));
  const run = await runs.start({ ...order, kind, file: Buffer.from('abc') });
  const end = await ended(runs, kind, run?.id);
  expect(end).toMatchObject({ state: 'done', createdBy: 7 });
  expect(answerOf(end)).toEqual({ said: 'x', bytes: 3 });
  expect(await database.query('SELECT file FROM job_runs WHERE id = $1', [end.id])).toEqual([{ file: null }]);
});

it('a caller can wait for a run of another process, up to a time limit', async () => {
  const kind = newKind();
  const asking = await startRuns(kind, () => Promise.reject(new Error('never here')), false);
  const run = await asking.start({ ...order, kind });
  expect(await asking.wait(kind, run?.id ?? 0, 10)).toMatchObject({ state: 'waiting' });
  await startRuns(kind, async (hand) => hand.finish({}));
  expect(await ended(asking, kind, run?.id)).toMatchObject({ state: 'done' });
});

it('a run returns a refusal unchanged, and any other error as a reported 500', async () => {
  const kind = newKind();
  const runs = await startRuns(kind, ({ input }) => {
    throw input.text === 'x' ? new Problem(422, 'No.', { fields: { name: ['No.'] } }) : new Error('a fault of ours');
  });
  const refused = await ended(runs, kind, (await runs.start({ ...order, kind }))?.id);
  expect(() => answerOf(refused)).toThrow(
    expect.objectContaining({ status: 422, message: 'No.', details: { fields: { name: ['No.'] } } }),
  );
  expect(reported).toEqual([]);
  const failed = await ended(runs, kind, (await runs.start({ ...order, kind, input: { text: 'y' } }))?.id);
  expect(() => answerOf(failed)).toThrow(
    expect.objectContaining({ status: 500, message: 'An unexpected error occurred.' }),
  );
  expect(reported.splice(0)).toEqual([expect.objectContaining({ message: 'a fault of ours' })]);
});

it('a record has at most one unfinished run', async () => {
  const kind = newKind();
  const runs = await startRuns(kind, () => Promise.resolve(), false);
  const first = await runs.start({ ...order, kind, subject: 5 });
  expect(await runs.start({ ...order, kind, subject: 5 })).toBeUndefined();
  expect(await runs.start({ ...order, kind, subject: 6 })).toBeDefined();
  expect(await runs.store.cancel(first?.id ?? 0)).toBe(true);
  const second = await runs.start({ ...order, kind, subject: 5 });
  expect(await runs.store.findBySubject(kind, 5)).toMatchObject({ id: second?.id });
});

it('a caller with 20 unfinished runs gets 429 for the next one', async () => {
  const kind = newKind();
  const runs = await startRuns(kind, () => Promise.resolve(), false);
  const mine = { ...order, kind, createdBy: 99 };
  for (let i = 0; i < 20; i++) await runs.start(mine);
  await expect(runs.start(mine)).rejects.toMatchObject({ status: 429, details: { headers: { 'Retry-After': '30' } } });
});

describe('a run that is canceled', () => {
  it('never begins if it was still waiting', async () => {
    const kind = newKind();
    const asking = await startRuns(kind, () => Promise.resolve(), false);
    const run = await asking.start({ ...order, kind });
    expect(await asking.store.cancel(run?.id ?? 0)).toBe(true);
    let begun = 0;
    const runs = await startRuns(kind, async (hand) => hand.finish({ begun: ++begun }));
    await ended(runs, kind, (await runs.start({ ...order, kind }))?.id);
    expect(begun).toBe(1);
    expect(await runs.store.find(kind, run?.id ?? 0)).toMatchObject({ state: 'canceled' });
    expect(await asking.store.cancel(run?.id ?? 0)).toBe(false);
  });

  it('ends at its next step, and its changes are rolled back', async () => {
    const kind = newKind();
    await database.query('CREATE TABLE made (id integer)');
    let seen: unknown;
    const runs = await startRuns(kind, (hand) =>
      database.transaction(async () => {
        await database.query('INSERT INTO made VALUES (1)');
        try {
          for (let done = 0; ; done++, await idle()) hand.progress('counting', done, 1_000_000);
        } catch (thrown) {
          seen = thrown;
          throw thrown;
        }
      }),
    );
    const run = await runs.start({ ...order, kind });
    await until(async () => (await runs.store.find(kind, run?.id ?? 0))?.step === 'counting');
    await runs.store.cancel(run?.id ?? 0);
    const end = await ended(runs, kind, run?.id);
    expect(end.state).toBe('canceled');
    expect(() => answerOf(end)).toThrow('canceled');
    expect(seen).toBeInstanceOf(RunCanceled);
    expect(await database.query('SELECT FROM made')).toEqual([]);
  });

  it('ends as canceled even if its handler finishes', async () => {
    const kind = newKind();
    const runs = await startRuns(kind, async (hand) => {
      await database.query('UPDATE job_runs SET cancel_requested = true WHERE kind = $1', [kind]);
      await database.transaction(() => hand.finish({}));
    });
    expect(await ended(runs, kind, (await runs.start({ ...order, kind }))?.id)).toMatchObject({ state: 'canceled' });
  });
});

describe('a run whose process dies', () => {
  const die = (id: number | undefined) =>
    database.query(`UPDATE job_runs SET alive_at = now() - interval '31 seconds' WHERE id = $1`, [id]);
  const orphan = async (kind: string, subject?: number) => {
    const asking = await startRuns(kind, () => Promise.resolve(), false);
    const run = await asking.start({ ...order, kind, ...(subject !== undefined && { subject }) });
    await asking.store.claim(run?.id ?? 0);
    await asking.store.note(run?.id ?? 0, [{ at: 1 }, { at: 2 }]);
    return { asking, run };
  };

  it('is continued by another process, which reads its saved notes', async () => {
    const kind = newKind();
    const { run } = await orphan(kind);
    await die(run?.id);
    const runs = await startRuns(kind, async (hand) => hand.finish({ notes: await hand.notes() }));
    expect(answerOf(await ended(runs, kind, run?.id))).toEqual({ notes: [{ at: 1 }, { at: 2 }] });
    expect(await database.query('SELECT FROM job_run_notes')).toEqual([]);
  });

  it('cannot be taken while its process lives, nor ended by the dead process', async () => {
    const kind = newKind();
    const { asking, run } = await orphan(kind);
    expect(await asking.store.claim(run?.id ?? 0)).toBeUndefined();
    await die(run?.id);
    expect(await asking.store.claim(run?.id ?? 0)).toMatchObject({ attempts: 2 });
    expect(await asking.store.end(run?.id ?? 0, 1, 'done', { answer: {} })).toBe(false);
    expect(await asking.store.keepAlive(run?.id ?? 0, 1, { step: null, done: 0, total: 0 })).toBe(false);
    expect(await asking.store.end(run?.id ?? 0, 2, 'done', { answer: {} })).toBe(true);
  });

  it('does not block a new run of its record', async () => {
    const kind = newKind();
    const { asking, run } = await orphan(kind, 8);
    await die(run?.id);
    expect(await asking.start({ ...order, kind, subject: 8 })).toMatchObject({ state: 'waiting' });
    expect(await asking.store.find(kind, run?.id ?? 0)).toMatchObject({ state: 'failed' });
  });

  it('fails after three attempts', async () => {
    const kind = newKind();
    const { run } = await orphan(kind);
    await database.query('UPDATE job_runs SET attempts = 3 WHERE id = $1', [run?.id]);
    await die(run?.id);
    const runs = await startRuns(kind, async (hand) => hand.finish({}));
    expect(await ended(runs, kind, run?.id)).toMatchObject({ state: 'failed', outcome: { failure: { status: 500 } } });
  });
});

describe('a run that gives way', () => {
  /** The texts of the runs in the order of their starts. */
  let starts: string[];
  const counting: RunHandler<Order> = async (hand) => {
    starts.push(hand.input.text);
    if (hand.input.text !== 'long') return hand.finish({});
    const noted = await hand.notes<{ at: number }>();
    await until(async () => {
      // Throws when another caller waits.
      await hand.yieldTurn([{ at: noted.length }]);
      return database
        .query(`SELECT FROM job_runs WHERE created_by = 1 AND input ->> 'text' = 'end'`)
        .then((rows) => rows.length > 0);
    });
    await hand.finish({ noted });
  };
  const by = (createdBy: number, text: string) => ({ createdBy, input: { text } });
  beforeEach(() => (starts = []));
  afterEach(() => database.query('DELETE FROM job_runs'));

  it('goes on from its notes after each turn of another caller, and before further runs of its own', async () => {
    const kind = newKind();
    const runs = await startRuns(kind, counting);
    const long = await runs.start({ ...by(1, 'long'), kind });
    await until(() => starts.length === 1);
    await runs.start({ ...by(1, 'end later'), kind });
    // More often than a run is retried after the death of its process.
    for (let turn = 0; turn < 5; turn += 1)
      await ended(runs, kind, (await runs.start({ ...by(2, 'short'), kind }))?.id);
    await until(() => starts.length === 11);
    expect(starts).toEqual(['long', ...Array<string[]>(5).fill(['short', 'long']).flat()]);
    const last = await runs.start({ ...by(1, 'end'), kind });
    expect(answerOf(await ended(runs, kind, long?.id))).toEqual({ noted: [0, 1, 2, 3, 4].map((at) => ({ at })) });
    await ended(runs, kind, last?.id);
    expect(starts.slice(11)).toEqual(['end later', 'end']);
  });

  it('does not give way to a caller who has a run at work, nor to its own', async () => {
    const kind = newKind();
    const runs = await startRuns(kind, counting);
    const long = await runs.start({ ...by(1, 'long'), kind });
    await runs.start({ ...by(1, 'other'), kind });
    await runs.start({ ...by(1, 'end'), kind });
    await ended(runs, kind, long?.id);
    await until(() => starts.length === 3);
    expect(starts).toEqual(['long', 'other', 'end']);
  });

  it('can be canceled while it waits, and keeps its notes', async () => {
    const kind = newKind();
    let [first, isHeld] = [true, true];
    const runs = await startRuns(kind, async (hand) => {
      if (hand.input.text === 'long')
        for (;;) {
          if (first) await hand.yieldTurn([{ at: 1 }]);
          await idle();
        }
      first = false;
      await until(() => !isHeld);
      await hand.finish({});
    });
    const long = await runs.start({ ...by(1, 'long'), kind });
    await until(async () => (await runs.store.find(kind, long?.id ?? 0))?.state === 'running');
    const short = await runs.start({ ...by(2, 'short'), kind });
    await until(() => !first);
    expect(await runs.store.find(kind, long?.id ?? 0)).toMatchObject({ state: 'waiting' });
    expect(await runs.store.cancel(long?.id ?? 0)).toBe(true);
    isHeld = false;
    await ended(runs, kind, short?.id);
    const canceled = await runs.store.find(kind, long?.id ?? 0);
    expect(canceled && hasEnded(canceled)).toBe(true);
    expect(await runs.store.notes(long?.id ?? 0)).toEqual([{ at: 1 }]);
  });

  it('is canceled instead if that was asked for', async () => {
    const kind = newKind();
    const asking = await startRuns(kind, () => Promise.resolve(), false);
    const run = await asking.start({ ...order, kind });
    await asking.store.claim(run?.id ?? 0);
    await asking.store.cancel(run?.id ?? 0);
    expect(await asking.store.pause(run?.id ?? 0, 1, [{ at: 1 }])).toBe(false);
    expect(await asking.store.notes(run?.id ?? 0)).toEqual([]);
  });
});

it('sweep fails abandoned runs, and deletes runs that ended 8 days ago', async () => {
  const kind = newKind();
  const runs = await startRuns(kind, () => Promise.resolve(), false);
  const [old, stuck] = [await runs.start({ ...order, kind }), await runs.start({ ...order, kind })];
  await database.query(`UPDATE job_runs SET state = 'done', ended_at = now() - interval '8 days' WHERE id = $1`, [
    old?.id,
  ]);
  await database.query(`UPDATE job_runs SET alive_at = now() - interval '7 hours' WHERE id = $1`, [stuck?.id]);
  await runs.store.sweep({ failure: { status: 500, message: 'Given up.', details: {} } });
  expect([await runs.store.find(kind, old?.id ?? 0), await runs.store.find(kind, stuck?.id ?? 0)]).toMatchObject([
    undefined,
    { state: 'failed' },
  ]);
});
