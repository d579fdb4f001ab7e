import { ServiceProcess, until } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let service: ServiceProcess;
beforeEach(async () => {
  app = await startCalendar({ RUN_JOBS: 'false' });
  service = await ServiceProcess.start('calendar-service', { ...app.environment, RUN_JOBS: 'true' });
});
afterEach(async () => {
  await service.kill();
  await app.close();
});

const DAY = ['DTSTART:20310501T080000Z', 'DTEND:20310501T090000Z'];
const file = (...events: string[][]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    ...events.flatMap((lines) => ['BEGIN:VEVENT', ...lines, 'END:VEVENT']),
    'END:VCALENDAR',
    '',
  ].join('\r\n');
const plain = (uid: string, summary = uid) => [`UID:${uid}`, `SUMMARY:${summary}`, ...DAY];
/** An occurrence whose series is unknown. */
const faulty = (uid: string) => [...plain(uid), 'RECURRENCE-ID;RANGE=THISANDFUTURE:20310501T080000Z'];

async function start(by: Person, text: string, query = ''): Promise<number> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'events.ics');
  const { body } = await app.api.as(by).with({ prefer: 'respond-async' }).post(`/import${query}`, form);
  return Number(Object(body).id);
}

interface Shown {
  state: string;
  report: { totals: Record<string, number> };
}

async function ended(by: Person, id: number): Promise<Shown> {
  const look = async (): Promise<Shown> => (await app.api.as(by).get(`/import/${id}`)).body as Shown;
  await until(async () => !['waiting', 'running'].includes((await look()).state));
  return look();
}

const SHORTEST_TURN_MS = 2_000;

/** The callers in the order in which jobs of theirs started. */
const starts = async () =>
  (
    await app.database.query<{ caller: string }>(
      `SELECT group_id AS caller FROM jobs.job WHERE name = 'runs.import' AND started_on IS NOT NULL ORDER BY started_on`,
    )
  ).map(({ caller }) => Number(caller));

/** Holds up two imports at their third events while `work` runs, and until their turns are over. */
async function whileHeld(work: () => Promise<void>): Promise<void> {
  const holder = app.database.source.createQueryRunner();
  await holder.startTransaction();
  try {
    await holder.query(`SELECT FROM events WHERE uid LIKE 'held-%' FOR UPDATE`);
    await work();
    const atTheThird = `SELECT FROM job_runs WHERE state = 'running' AND done = 2`;
    await until(async () => (await app.database.query(atTheThird)).length === 2);
    const since = Date.now();
    await until(() => Date.now() > since + SHORTEST_TURN_MS);
  } finally {
    await holder.rollbackTransaction();
    await holder.release();
  }
}

it.each([
  ['stores', ''],
  ['tries', '?dry_run=true'],
])('an import that %s many events lets another caller go first, and its report stays the same', async (_, query) => {
  const [one, two, other] = [app.given.editor(), app.given.editor(), app.given.editor()];
  const held = ({ id }: Person, name: string) => plain(`held-${id}`, name);
  for (const by of [one, two]) await ended(by, await start(by, file(held(by, 'Former name'))));
  const before = (await starts()).length;
  const long = (by: Person) => {
    const name = `of-${by.id}`;
    return file(plain(`${name}-1`), faulty(`${name}-2`), held(by, name), plain(`${name}-3`), plain(`${name}-4`));
  };
  const ids: number[] = [];
  await whileHeld(async () => {
    // Each process imports two files at a time.
    for (const by of [one, two]) ids.push(await start(by, long(by), query));
    await until(async () => (await starts()).length === before + 2);
    ids.push(await start(other, file(plain('small'))));
  });
  const [id1 = 0, id2 = 0, small = 0] = ids;
  expect(await ended(other, small)).toMatchObject({ state: 'done', report: { totals: { created: 1 } } });
  const totals = { created: 3, updated: 1, skipped: 0, failed: 1 };
  expect([await ended(one, id1), await ended(two, id2)]).toMatchObject([
    { state: 'done', report: { totals } },
    { state: 'done', report: { totals } },
  ]);
  const callers = (await starts()).slice(before);
  expect(callers.slice(0, 2)).toEqual([one.id, two.id]);
  expect(callers.slice(2)).toContain(other.id);
  expect(callers.length).toBeGreaterThan(3);
});

it('a caller with many imports lets the import of another go before', async () => {
  await service.kill();
  const [busy, other] = [app.given.editor(), app.given.editor()];
  const ids: number[] = [];
  for (const [at, by] of [busy, busy, busy, other].entries()) ids.push(await start(by, file(plain(`turn-${at}`))));
  service = await ServiceProcess.start('calendar-service', { ...app.environment, RUN_JOBS: 'true' });
  for (const [at, by] of [busy, busy, busy, other].entries()) await ended(by, ids[at] ?? 0);
  const callers = await starts();
  // Two workers start both callers at once.
  expect(callers.slice(0, 2).toSorted()).toEqual([busy.id, other.id].toSorted());
  expect(callers.slice(2)).toEqual([busy.id, busy.id]);
});

it('imports are the one queue that a caller can fill', async () => {
  const queues = await app.database.query(`SELECT name FROM jobs.queue WHERE policy = 'standard'`);
  expect(queues).toEqual([{ name: 'runs.import' }]);
});
