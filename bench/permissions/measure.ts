import { ADMINISTRATOR_TOKEN, RESTRICTED_CALLERS } from './callers';
import { LARGEST_BOOK } from '../seed/library';
import { type ReadCase, readCases } from './requests';

const CALLERS = [{ name: 'administrator', token: ADMINISTRATOR_TOKEN }, ...RESTRICTED_CALLERS];

/** Milliseconds until the complete answer, by the caller's name, one per round. */
export interface ReadTimes {
  readonly of: ReadCase;
  readonly times: ReadonlyMap<string, number[]>;
}

export interface ChangeTimes {
  /** Time to add the first override to a book with 10,000 pages. */
  readonly firstOverride: number[];
  readonly removal: number[];
  /** Time of a restricted caller's list right after a change, which evaluates all scopes again. */
  readonly nextList: number[];
}

const CHANGES = 7;
const WARM_UP_ROUNDS = 2;

/** Sends the cases as every caller in rounds, one request at a time. `only` selects cases by name. */
export async function measureReads(url: string, rounds: number, only: RegExp): Promise<ReadTimes[]> {
  const cases = readCases(await readableByAll(url)).filter(({ name }) => only.test(name));
  const results = cases.map((of) => ({
    of,
    times: new Map(CALLERS.map(({ name }) => [name, new Array<number>()])),
  }));
  for (let turn = -WARM_UP_ROUNDS; turn < rounds; turn += 1) {
    for (const { of, times } of results) {
      // The first request of a round finds colder caches, so the order rotates.
      for (let place = 0; place < CALLERS.length; place += 1) {
        const caller = CALLERS[(place + Math.abs(turn)) % CALLERS.length];
        const { ms } = await ask(url, of.path(Math.abs(turn)), caller?.token);
        if (turn >= 0) times.get(caller?.name ?? '')?.push(ms);
      }
    }
  }
  return results;
}

/** Adds the first override to the largest book and removes it again, several times. */
export async function measureChanges(url: string): Promise<ChangeTimes> {
  const times: ChangeTimes = { firstOverride: [], removal: [], nextList: [] };
  const change = (fallback: object) =>
    ask(url, `/api/content-permissions/book/${LARGEST_BOOK}`, ADMINISTRATOR_TOKEN, { fallback_permissions: fallback });
  const [reader] = RESTRICTED_CALLERS;
  const visible = async () =>
    totalOf((await ask(url, `/api/pages?filter[book_id]=${LARGEST_BOOK}`, reader?.token)).body);
  const before = await visible();
  for (let round = 0; round < CHANGES; round += 1) {
    times.firstOverride.push(
      (await change({ inheriting: false, view: false, create: false, update: false, delete: false })).ms,
    );
    times.nextList.push((await ask(url, '/api/pages?count=1', reader?.token)).ms);
    if ((await visible()) >= before) throw new Error('the override has no effect');
    times.removal.push((await change({ inheriting: true })).ms);
    if ((await visible()) !== before) throw new Error('the removed override still has an effect');
  }
  return times;
}

/** Ids of pages with a body that all callers may view. */
async function readableByAll(url: string): Promise<number[]> {
  const lists = await Promise.all(
    CALLERS.map(({ token }) => ask(url, '/api/pages?count=500&filter[owned_by]=3&filter[id:lte]=5000', token)),
  );
  const [first = [], ...others] = lists.map(({ body }) => idsOf(body));
  return first.filter((id) => others.every((ids) => ids.includes(id)));
}

async function ask(url: string, path: string, token = '', body?: object): Promise<{ ms: number; body: unknown }> {
  const started = performance.now();
  const answer = await fetch(url + path, {
    method: body ? 'PUT' : 'GET',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  const ms = performance.now() - started;
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 200)}`);
  return { ms, body: JSON.parse(text) };
}

const totalOf = (body: unknown): number => (body as { total: number }).total;
const idsOf = (body: unknown): number[] => (body as { data: { id: number }[] }).data.map(({ id }) => id);
