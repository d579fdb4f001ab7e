import { ServiceProcess, until } from '@almanac/testing';
import { idOf } from '../../testing/answers';
import { archiveOf, uploadArchive } from '../../testing/archives';
import { type ContentApp, startContent } from '../../testing/content-app';
import type { Person } from '../../testing/given';
import { loggedIn } from '../../testing/logged-in';

let app: ContentApp;
beforeEach(async () => {
  app = await startContent();
});
afterEach(() => app.close());

/** Makes requests possible that each start a job of this queue. @returns such a request */
type Filler = () => Promise<(person: Person) => Promise<unknown>>;

/** More books than are numbered within the request. */
const MANY = 21;

const FILLERS: Record<string, Filler> = {
  'runs.import': async () => async (person) => {
    const archive = await archiveOf({ book: { name: 'Imported', pages: [{ name: 'p' }] } });
    const id = idOf((await uploadArchive(app, person, archive)).body);
    return app.api.as(person).with({ prefer: 'respond-async' }).post(`/api/imports/${id}`, {});
  },
  'sort-rules.number': async () => {
    const admin = await app.given.admin();
    const rule = idOf((await app.api.as(admin).post('/api/sort-rules', { name: 'r', operations: ['name_asc'] })).body);
    for (let count = 0; count < MANY; count += 1) await app.given.book({ sortRuleId: rule });
    let isDescending = false;
    return (person) => {
      const operations = [(isDescending = !isDescending) ? 'name_desc' : 'name_asc'];
      return app.api.as(person).put(`/api/sort-rules/${rule}`, { operations });
    };
  },
  'recycle-bin.empty': async () => {
    const { id } = await app.given.book();
    await app.api.as(await app.given.admin()).delete(`/api/books/${id}`);
    return async (person) => (await loggedIn(app, person)).submitAndFollow('/settings/recycle-bin/empty', {});
  },
  'follow-addresses': async () => {
    const { id, slug } = await app.given.book();
    // A new name is a job if items link to the former one.
    const links = [slug, 'renamed-1', 'renamed-2', 'renamed-3'].map((name) => `<p><a href="/books/${name}">x</a></p>`);
    await app.given.page({ html: links.join('') });
    let renamed = 0;
    return (person) => app.api.as(person).put(`/api/books/${id}`, { name: `Renamed ${(renamed += 1)}` });
  },
};

/** All callers have one run of these between them. */
const OF_ONE_RUN = ['runs.unused-images'];

it('the table names every queue that a caller can fill', async () => {
  // A queue of which one job waits at most is the work for all callers.
  const queues = await app.database.query<{ name: string }>(
    `SELECT name FROM jobs.queue WHERE policy = 'standard' ORDER BY name`,
  );
  expect(queues.map(({ name }) => name)).toEqual([...Object.keys(FILLERS), ...OF_ONE_RUN].toSorted());
});

it.each(Object.keys(FILLERS))('a caller with many jobs of %s lets the job of another go before', async (queue) => {
  const [busy, other] = [await app.given.admin(), await app.given.admin()];
  const fill = await FILLERS[queue]?.();
  for (const person of [busy, busy, busy, other]) await fill?.(person);
  const service = await ServiceProcess.start('content-service', { ...app.environment, RUN_JOBS: 'true' });
  const starts = () =>
    app.database.query<{ caller: string }>(
      `SELECT group_id AS caller FROM jobs.job WHERE name = $1 AND state = 'completed' ORDER BY started_on`,
      [queue],
    );
  await until(async () => (await starts()).length === 4);
  await service.kill();
  const callers = (await starts()).map(({ caller }) => Number(caller));
  // With two workers, both callers start at once.
  expect(callers.slice(0, 2).toSorted()).toEqual([busy.id, other.id].toSorted());
  expect(callers.slice(2)).toEqual([busy.id, busy.id]);
});
