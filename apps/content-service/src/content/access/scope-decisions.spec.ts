import { Parameters } from '@almanac/listing';
import { type ContentApp, startContent } from '../../testing/content-app';
import { ScopeSet } from './scope-decisions';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

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
