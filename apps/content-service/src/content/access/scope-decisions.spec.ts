import { type SnapshotRow, Snapshots } from '@almanac/database';
import { setTimeout as pause } from 'node:timers/promises';
import { type ContentApp, startContent } from '../../testing/content-app';
import { PermissionScopes } from './permission-scopes';
import { ScopeDecisionCache, VERSION_MAX_AGE_MS } from './scope-decision-cache';
import { Parameters } from '@almanac/listing';
import { ScopeSet } from './scope-decisions';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const HIDE =
  'INSERT INTO entity_permissions (page_id, "view", "create", "update", "delete") VALUES ($1, false, false, false, false)';
const SHOW = 'UPDATE entity_permissions SET "view" = true WHERE page_id = $1';

/** Simulates a process of the service, with its own cache of decisions. */
function startProcess() {
  const decisions = new ScopeDecisionCache(
    app.database,
    new Snapshots((sql, parameters) => app.database.query<SnapshotRow>(sql, parameters)),
  );
  const scopes = new PermissionScopes(app.database, decisions);
  const scopeOf = async (pageId: number) => {
    const [row] = await app.database.query<{ id: number | null }>('SELECT scope_id AS id FROM pages WHERE id = $1', [
      pageId,
    ]);
    return row?.id ?? null;
  };
  const override = (pageId: number, sql: string) =>
    scopes.override('page', pageId, async () => {
      await app.database.query(sql, [pageId]);
    });
  return {
    override,
    change: (pageId: number, sql: string) => app.database.transaction(() => override(pageId, sql)),
    decide: async (pageId: number) => (await decisions.of([], 'view')).of(await scopeOf(pageId)),
  };
}

describe('a change of overrides', () => {
  it('takes effect at once in the same process, and within a second in others', async () => {
    const [here, elsewhere, page] = [startProcess(), startProcess(), await app.given.page()];
    expect([await here.decide(page.id), await elsewhere.decide(page.id)]).toEqual(['inherits', 'inherits']);
    await here.change(page.id, HIDE);
    expect(await here.decide(page.id)).toBe('denied');
    await pause(VERSION_MAX_AGE_MS);
    expect(await elsewhere.decide(page.id)).toBe('denied');
    await here.change(page.id, SHOW);
    expect(await here.decide(page.id)).toBe('allowed');
    await pause(VERSION_MAX_AGE_MS);
    expect(await elsewhere.decide(page.id)).toBe('allowed');
  });

  it('denies access in a process that has not loaded the new scope yet', async () => {
    const [here, elsewhere, page] = [startProcess(), startProcess(), await app.given.page()];
    await elsewhere.decide(page.id);
    await here.change(page.id, HIDE);
    expect(await elsewhere.decide(page.id)).toBe('denied');
  });

  it('has no effect after a rollback, even if it was evaluated before', async () => {
    const [here, page] = [startProcess(), await app.given.page()];
    await here.change(page.id, HIDE);
    const failing = app.database.transaction(async () => {
      await here.override(page.id, SHOW);
      expect(await here.decide(page.id)).toBe('allowed');
      throw new Error('too late');
    });
    await expect(failing).rejects.toThrow('too late');
    await pause(VERSION_MAX_AGE_MS);
    expect(await here.decide(page.id)).toBe('denied');
  });
});

const IDS = [-9000, -12, -7, -6, -1, 1, 2, 8, 9, 16, 17, 255, 256, 257, 70_000];

describe('a set of scopes', () => {
  it.each<[string, number[], { except: number[] } | undefined, number[]]>([
    ['holds listed scopes', [-7, 1, 256], undefined, [-7, 1, 256]],
    ['holds nothing', [], undefined, []],
    ['holds all books', [], { except: [] }, [-9000, -12, -7, -6, -1]],
    ['holds listed scopes and all books but some', [2, 17], { except: [-7, -1] }, [-9000, -12, -6, 2, 17]],
    ['holds a listed book although it is excepted', [-7], { except: [-7] }, [-9000, -12, -7, -6, -1]],
  ])('%s, in memory and in both SQL forms', async (_, listed, books, held) => {
    expect(IDS.filter((id) => new ScopeSet(listed, books).has(id))).toEqual(held);
    for (const maxListed of [0, 100]) {
      const parameters = new Parameters();
      const condition = new ScopeSet(listed, books, maxListed).condition('scope.id', parameters);
      const sql = `SELECT scope.id FROM unnest(${parameters.add([...IDS, null])}::int[]) scope (id) WHERE ${condition} ORDER BY scope.id`;
      expect((await app.database.query<{ id: number }>(sql, parameters.values)).map(({ id }) => id)).toEqual(held);
    }
  });
});
