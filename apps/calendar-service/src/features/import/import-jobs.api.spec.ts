import { nonEmpty, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { AUTHOR, EDITOR } from '../../testing/given';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar({ IMPORT_WAIT_SECONDS: '1' });
  editor = app.given.editor();
});
afterAll(() => app.close());

interface Shown {
  id: number;
  state: string;
  progress: { done: number; total: number };
  report: { totals: Record<string, number>; failed: { uid: string; line: number; message: string }[] } | null;
  error: { status: number; message: string } | null;
}

const DAY = ['DTSTART:20310501T080000Z', 'DTEND:20310501T090000Z'];
const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const plain = (name: string, count: number) =>
  file(...Array.from({ length: count }, (_, at) => [`UID:${name}-${at}`, `SUMMARY:${name} ${at}`, ...DAY]));

const post = (text: string, headers: Record<string, string> = {}, query = '', by = editor) => {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  return app.api.as(by).with(headers).post(`/import${query}`, form);
};
const look = async (id: number, by = editor) => (await app.api.as(by).get(`/import/${id}`)).body as Shown;
const later = { prefer: 'respond-async' };
const started = async (text: string, query = '', by = editor) =>
  Object((await post(text, later, query, by)).body) as Shown;
const ended = async (id: number, by = editor) => {
  await until(async () => !['waiting', 'running'].includes((await look(id, by)).state));
  return look(id, by);
};
const countOf = async (name: string) =>
  (
    await app.database.query<{ count: number }>(`SELECT count(*)::int AS count FROM events WHERE uid LIKE $1`, [
      `${name}-%`,
    ])
  )[0]?.count;

/** Holds a lock in another transaction while `work` runs. */
async function whileHeld(lock: string, work: () => Promise<void>): Promise<void> {
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query(lock);
    await work();
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

/** Waits for the next heartbeat of a run, which stores its progress and notices that it was canceled. */
async function heartbeat(id: number): Promise<void> {
  const read = async () => {
    const [run] = await app.database.query<{ at: Date }>('SELECT alive_at AS at FROM job_runs WHERE id = $1', [id]);
    return run?.at.getTime() ?? 0;
  };
  const before = await read();
  await until(async () => (await read()) > before);
}

it('a slow import returns 202 with the URL of its report', async () => {
  let id = 0;
  await whileHeld('LOCK TABLE events IN EXCLUSIVE MODE', async () => {
    const answer = await post(plain('slow', 3));
    id = (answer.body as Shown).id;
    expect(answer.status).toBe(202);
    expect(answer.headers.get('location')).toBe(`https://calendar.example/calendar/events/v1/import/${id}`);
    expect(answer.body).toMatchObject({
      state: 'running',
      report: null,
      error: null,
      author: editor.id,
      end_date_utc: null,
    });
  });
  expect(await ended(id)).toMatchObject({
    state: 'done',
    report: { dry_run: false, totals: { created: 3, failed: 0 } },
  });
});

it('the report names each rejected event with its line and reason', async () => {
  const { id } = await started(
    file(
      ['UID:refused-1', ...DAY],
      ['SUMMARY:No UID', 'RECURRENCE-ID:20310501T100000Z', ...DAY],
      ['UID:refused-2', 'SUMMARY:No time'],
    ),
  );
  const { report } = await ended(id);
  expect(report?.totals).toEqual({ created: 1, updated: 0, skipped: 0, failed: 2 });
  expect(report?.failed).toEqual([
    { uid: '', line: 8, message: 'A VEVENT needs a UID.' },
    { uid: 'refused-2', line: 14, message: expect.any(String) },
  ]);
});

it('a dry run stores nothing, and a broken file fails the import', async () => {
  const { id } = await started(plain('dry', 3), '?dry_run=true');
  expect(await ended(id)).toMatchObject({ state: 'done', report: { dry_run: true, totals: { created: 3 } } });
  expect(await countOf('dry')).toBe(0);
  const broken = await started('no calendar');
  expect(await ended(broken.id)).toMatchObject({ state: 'failed', report: null, error: { status: 400 } });
});

it('a canceled import keeps and reports the events that it imported before', async () => {
  const named = (uid: string, summary = uid) => [`UID:${uid}`, `SUMMARY:${summary}`, ...DAY];
  await ended((await started(file(named('held', 'Former name')))).id);
  let id = 0;
  // The import waits for its third event, which it has to rename.
  await whileHeld(`SELECT FROM events WHERE uid = 'held' FOR UPDATE`, async () => {
    const events = [named('canceled-1'), named('canceled-2'), named('held'), named('canceled-3'), named('canceled-4')];
    ({ id } = await started(file(...events)));
    // Two events are imported; the third one does not count before its end.
    await until(async () => (await look(id)).progress.total === 5 && (await countOf('canceled')) === 2);
    await heartbeat(id);
    expect((await look(id)).progress).toMatchObject({ done: 2, total: 5 });
    expect((await app.api.as(editor).delete(`/import/${id}`)).status).toBe(200);
    await heartbeat(id);
  });
  const { state, report } = await ended(id);
  expect(state).toBe('canceled');
  expect(report?.totals).toMatchObject({ created: 2, updated: 1 });
  expect(await countOf('canceled')).toBe(2);
  expect((await app.api.as(editor).delete(`/import/${id}`)).status).toBe(409);
});

it('an import resumes after a crash of its process, with the same report', async () => {
  const { id } = await started(plain('resumed', 2));
  const whole = await ended(id);
  await app.database.query(
    `INSERT INTO job_run_notes (run_id, place, note) SELECT $1, place, json_build_object('uid', uid, 'outcomes', json_build_array(json_build_object('what', 'created', 'of', made)))
     FROM json_array_elements($2::json) WITH ORDINALITY AS given (made, place), json_to_record(made) AS named (uid text) WHERE place = 1`,
    [id, JSON.stringify((whole.report as unknown as { created: object[] }).created)],
  );
  await app.database.query(`DELETE FROM events WHERE uid = 'resumed-1'`);
  const original = plain('resumed', 2);
  await app.database.query(
    `UPDATE job_runs SET state = 'running', outcome = NULL, ended_at = NULL, file = $2, alive_at = now() - interval '1 minute' WHERE id = $1`,
    [id, Buffer.from(original)],
  );
  await app.database.query(
    `UPDATE jobs.job SET state = 'retry', start_after = now() WHERE name = 'runs.import' AND data ->> 'id' = $1::text`,
    [String(id)],
  );
  expect(await ended(id)).toMatchObject({ state: 'done', report: { totals: { created: 2, skipped: 0 } } });
  expect(await countOf('resumed')).toBe(2);
});

it('an import is visible only to the caller who started it', async () => {
  const { id } = await started(plain('mine', 1));
  expect((await app.api.as(app.given.editor()).get(`/import/${id}`)).status).toBe(404);
  expect((await app.api.get(`/import/${id}`)).status).toBe(401);
});

describe('the rights of an import', () => {
  const CREATING = ['event-create'];
  const withLinks = (uid: string) =>
    file([`UID:${uid}`, `SUMMARY:${uid}`, `LOCATION:Hall of ${uid}`, `CATEGORIES:Kind of ${uid}`, ...DAY]);

  /** The run as its caller sees it, and the event that it created. */
  async function outcome(uid: string, id: number, by: Person) {
    const { report } = await ended(id, by);
    const [created] = (report as unknown as { created: { id: number; left_out?: string[] }[] }).created;
    expect({ uid, created }).toEqual({ uid, created: expect.objectContaining({ id: expect.any(Number) }) });
    const { body } = await app.api.as(editor).get(`/events/${created?.id}`);
    const { status, author } = Object(body) as { status: string; author: number };
    return { status, author, leftOut: created?.left_out ?? [] };
  }

  it.each<[name: string, scope: readonly string[] | undefined, status: string, leftOut: string[]]>([
    ['unlimited', undefined, 'publish', []],
    ['publishing', [...CREATING, 'event-publish'], 'publish', ['location', 'categories']],
    ['creating', CREATING, 'draft', ['location', 'categories']],
    ['linking', [...CREATING, 'venue-create'], 'draft', ['categories']],
  ])('are those of its token (%s)', async (name, scope, status, leftOut) => {
    const owner = app.given.editor();
    const by = scope ? app.content.narrowed(owner, scope) : owner;
    const { id } = await started(withLinks(name), '', by);
    expect(await outcome(name, id, by)).toEqual({ status, author: owner.id, leftOut });
  });

  it('are those of its request, whatever changes while it waits', async () => {
    const [losing, winning] = [app.content.user(EDITOR), app.content.user(CREATING)];
    const waiting: [string, number, Person][] = [];
    const held: [number, Person][] = [];
    await whileHeld('LOCK TABLE events IN EXCLUSIVE MODE', async () => {
      // One process imports two files at a time, of two callers; the next ones wait.
      for (const by of [app.given.editor(), app.given.editor()]) {
        const { id } = await started(plain(`held-${by.id}`, 1), '', by);
        await until(async () => (await look(id, by)).state === 'running');
        held.push([id, by]);
      }
      for (const [name, by] of [
        ['losing', losing],
        ['winning', winning],
      ] as const)
        waiting.push([name, (await started(withLinks(name), '', by)).id, by]);
      for (const [, id, by] of nonEmpty(waiting)) expect((await look(id, by)).state).toBe('waiting');
      app.content.change(losing, []);
      app.content.change(winning, AUTHOR);
    });
    for (const run of held) await ended(...run);
    const outcomes = [];
    for (const run of waiting) outcomes.push(await outcome(...run));
    expect(outcomes).toEqual([
      { status: 'publish', author: losing.id, leftOut: [] },
      { status: 'draft', author: winning.id, leftOut: ['location', 'categories'] },
    ]);
  });
});
