import { setTimeout as sleep } from 'node:timers/promises';
import { selectColumns, sql } from '@almanac/database';
import { ChangeFeedState } from '../../records/changes/change.entity';
import { ChangesCleanup } from '../../records/changes/changes-cleanup';
import { ChangesRepository } from '../../records/changes/changes.repository';
import { writeToken } from '../../records/changes/change-feed';
import { readCalendarSettings } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const PLURALS = { event: 'events', venue: 'venues', organizer: 'organizers' } as const;
type Kind = keyof typeof PLURALS;

interface Feed {
  shown: number[];
  deleted: number[];
  token: string;
  hasMore: boolean;
}

async function page(kind: Kind, since: string | undefined, who: object = {}, perPage = 200): Promise<Feed> {
  const query = since === undefined ? '' : `&since=${since}`;
  const { status, body } = await app.api.as(who).get(`/${PLURALS[kind]}/changes?per_page=${perPage}${query}`);
  if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  const { [PLURALS[kind]]: shown, deleted, token, has_more } = body as Record<string, unknown>;
  return { shown: ids(shown), deleted: ids(deleted), token: String(token), hasMore: has_more === true };
}

/** A missing list is no empty one. */
function ids(records: unknown): number[] {
  if (!Array.isArray(records)) throw new Error(`${JSON.stringify(records)} is no list`);
  return records.map(({ id }: { id: number }) => id);
}

/** Follows the feed as clients do, until it has listed all these records. Older transactions, also of other tests, may delay it. */
async function follow(
  kind: Kind,
  since: string | undefined,
  awaited: readonly number[],
  who: object = {},
  perPage?: number,
): Promise<Feed> {
  const all: Feed = { shown: [], deleted: [], token: since ?? '', hasMore: false };
  for (let attempt = 0; attempt < 4_000; attempt++) {
    const next = await page(kind, all.token === '' ? undefined : all.token, who, perPage);
    all.shown.push(...next.shown);
    all.deleted.push(...next.deleted);
    all.token = next.token;
    if (!next.hasMore && awaited.every((id) => all.shown.includes(id) || all.deleted.includes(id))) return all;
    if (!next.hasMore) await sleep(50);
  }
  throw new Error(`the feed told of ${JSON.stringify(all)}, not of all of ${awaited.join()}`);
}

describe.each(['event', 'venue', 'organizer'] as const)('the change feed of kind %s', (kind) => {
  it('lists each record once, in its current state', async () => {
    const [one, other] = [await app.given[kind](), await app.given[kind]()];
    const start = await follow(kind, undefined, [one.id, other.id]);
    expect(new Set(start.shown).size).toBe(start.shown.length);
    await app.api.as(editor).patch(`/${kind}s/${one.id}`, { description: 'First' });
    await app.api.as(editor).patch(`/${kind}s/${one.id}`, { description: 'Second' });
    const { body } = await app.api.get(`/${kind}s/${one.id}`);
    expect(body).toMatchObject({ description: '<p>Second</p>' });
    const changed = await follow(kind, start.token, [one.id]);
    expect(changed.shown.at(-1)).toBe(one.id);
    expect(changed.shown).not.toContain(other.id);
    expect(await page(kind, changed.token)).toMatchObject({ shown: [], deleted: [], hasMore: false });
  });

  it('reports records that are trashed, restored, hidden and deleted for good', async () => {
    const { id } = await app.given[kind]();
    let { token } = await follow(kind, undefined, [id]);
    const after = async (change: () => Promise<{ status: number }>, who: object = {}) => {
      expect((await change()).status).toBe(200);
      const feed = await follow(kind, token, [id], who);
      if (who === strangers) token = feed.token;
      return feed;
    };
    const strangers = {};
    const as = app.api.as(editor);
    expect(await after(() => as.delete(`/${kind}s/${id}`), strangers)).toMatchObject({ shown: [], deleted: [id] });
    expect(await after(() => as.post(`/${kind}s/${id}/restore`), strangers)).toMatchObject({
      shown: [id],
      deleted: [],
    });
    expect(await after(() => as.patch(`/${kind}s/${id}`, { status: 'private' }), strangers)).toMatchObject({
      deleted: [id],
    });
    expect(await after(() => as.delete(`/${kind}s/${id}?force=true`), strangers)).toMatchObject({
      shown: [],
      deleted: [id],
    });
  });

  it('shows drafts only to their author and editors', async () => {
    const contributor = app.given.contributor();
    const { id } = await app.given[kind]({ status: 'draft' }, contributor);
    for (const who of [editor, contributor]) expect((await follow(kind, undefined, [id], who)).shown).toContain(id);
    const after = await app.given[kind]();
    for (const who of [{}, app.given.subscriber()]) {
      const { shown, deleted } = await follow(kind, undefined, [after.id], who);
      expect([...shown, ...deleted]).not.toContain(id);
    }
  });

  it('reports a removal only to callers who could read the record', async () => {
    const author = app.given.author();
    const viewer = app.content.user([`${kind}-view-private`]);
    const [draft, hidden, shown] = [
      await app.given[kind]({ status: 'draft' }, author),
      await app.given[kind]({ status: 'private' }, author),
      await app.given[kind]({}, author),
    ];
    const told = async (who: object) => {
      const after = await app.given[kind]();
      const { deleted } = await follow(kind, undefined, [after.id], who);
      return [draft, hidden, shown].map(({ id }) => deleted.includes(id));
    };
    for (const { id } of [draft, hidden, shown]) await app.api.as(editor).delete(`/${kind}s/${id}`);
    const expected = async () => {
      expect([await told({}), await told(app.given.author())]).toEqual([
        [false, false, true],
        [false, false, true],
      ]);
      expect([await told(author), await told(editor), await told(viewer)]).toEqual([
        [true, true, true],
        [true, true, true],
        [false, true, true],
      ]);
    };
    await expected();
    for (const { id } of [draft, hidden, shown]) await app.api.as(editor).delete(`/${kind}s/${id}?force=true`);
    await expected();
  });

  it('lists all records page by page', async () => {
    const made = [await app.given[kind](), await app.given[kind](), await app.given[kind]()].map(({ id }) => id);
    const { shown } = await follow(kind, undefined, made, {}, 1);
    expect(shown).toEqual(expect.arrayContaining(made));
  });
});

it('the deletion of a linked venue or category counts as a change of the event', async () => {
  const venue = await app.given.venue();
  const { id } = await app.given.event({ venue: venue.id });
  const category = await app.given.category();
  const tagged = await app.given.event({ categories: [category.id] });
  const { token } = await follow('event', undefined, [id, tagged.id]);
  await app.api.as(editor).delete(`/venues/${venue.id}`);
  await app.api.as(editor).delete(`/categories/${category.id}`);
  expect((await follow('event', token, [id, tagged.id])).shown.sort()).toEqual([id, tagged.id].sort());
});

it('the change feed reports unlisted events as deleted, and hides protected content', async () => {
  const hidden = await app.given.event({ hide_from_listings: true });
  const locked = await app.given.event({ password: 'sesame', description: 'Under the mat' });
  const { deleted, token } = await follow('event', undefined, [hidden.id, locked.id], editor);
  expect(deleted).toContain(hidden.id);
  expect(token).not.toBe('');
  expect((await app.api.get('/events/changes?per_page=200')).text).not.toContain('Under the mat');
  expect((await app.api.get('/events/changes?per_page=200&password=sesame')).text).toContain('Under the mat');
});

it('the change feed does not skip a change that is committed late', async () => {
  const [slow, quick] = [await app.given.event(), await app.given.event()];
  const { token } = await follow('event', undefined, [slow.id, quick.id]);
  let between: Feed | undefined;
  await app.database.transaction(async () => {
    await app.database.query(`UPDATE events SET featured = true WHERE id = $1`, [slow.id]);
    // A later transaction commits before this one.
    expect((await app.api.as(editor).patch(`/events/${quick.id}`, { featured: true })).status).toBe(200);
    between = await page('event', token);
  });
  expect(between).toMatchObject({ shown: [], deleted: [] });
  expect((await follow('event', between?.token, [slow.id, quick.id])).shown.sort()).toEqual([slow.id, quick.id].sort());
});

describe('a token of the change feed', () => {
  const answer = async (since: string, who: object = {}) =>
    (await app.api.as(who).get(`/events/changes?since=${since}`)).body;

  it.each(['x', 'YWJj', '%20'])('is rejected if it is malformed: %s', async (since) => {
    expect(await answer(since)).toMatchObject({ code: 'rest_invalid_param' });
  });

  it('is valid only for callers with the same view', async () => {
    const { token } = await page('event', undefined);
    expect(await answer(token, editor)).toMatchObject({ code: 'rest-changes-expired', data: { status: 410 } });
    expect(await answer((await page('event', undefined, editor)).token, app.given.editor())).toMatchObject({
      has_more: false,
    });
  });

  it('gets 410 once later changes are cleaned up, but new clients can start', async () => {
    const { id } = await app.given.event();
    const { token } = await follow('event', undefined, [id]);
    await app.api.as(editor).delete(`/events/${id}?force=true`);
    await app.database.query(`UPDATE changes SET changed_at = now() - interval '8 days' WHERE record_id = $1`, [id]);
    const settings = readCalendarSettings({ ...app.environment, CHANGES_RETENTION_DAYS: '7' });
    await new ChangesCleanup(new ChangesRepository(app.database), app.jobs, settings).tidy();
    expect(await answer(token)).toMatchObject({ code: 'rest-changes-expired', data: { status: 410 } });
    const begun = await page('event', undefined, {}, 1);
    expect(await page('event', begun.token, {}, 1)).toMatchObject({ hasMore: true });
  });

  it('of another database, or of a future transaction, gets 410', async () => {
    const [feed] = await app.database.query(
      sql`SELECT ${selectColumns(ChangeFeedState, 'feed', 'id')} FROM change_feed feed`,
    );
    const parts = { feed: feed?.id ?? '', view: '0', transaction: 1n, recordId: 0, purgedUpTo: 10n ** 12n };
    expect(await answer(writeToken(parts))).toMatchObject({ has_more: expect.any(Boolean) });
    expect(await answer(writeToken({ ...parts, feed: '00000000-0000-0000-0000-000000000000' }))).toMatchObject({
      data: { status: 410 },
    });
    expect(await answer(writeToken({ ...parts, transaction: 10n ** 12n }))).toMatchObject({ data: { status: 410 } });
  });
});

it('the change feed restarts after a restore into a server with lower transaction ids', async () => {
  const { id } = await app.given.venue();
  const { token } = await follow('venue', undefined, [id]);
  await app.database.query(`UPDATE changes SET transaction_id = '999999999999' WHERE record_id = $1`, [id]);
  await new ChangesRepository(app.database).startAnewAfterRestore();
  expect((await app.api.get(`/venues/changes?since=${token}`)).status).toBe(410);
  expect((await follow('venue', undefined, [id])).shown).toContain(id);
});
