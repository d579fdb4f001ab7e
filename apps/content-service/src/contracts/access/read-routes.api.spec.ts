import { metrics } from '@almanac/observability';
import { type ContentApp, startContent } from '../../testing/content-app';
import { CACHED_PAGES, CACHED_ROUTES, REPLICA_ROUTES } from '../../read-routes';

let app: ContentApp;
beforeAll(async () => {
  app = await startContent();
});
afterAll(() => app.close());

const pathsOfReads = (): string[] => app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);

const lookups = async (): Promise<number> => {
  const values = (await metrics.getSingleMetric('almanac_answer_cache_total')?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
};

it('the lists name routes that exist, each once', () => {
  for (const list of [CACHED_ROUTES, CACHED_PAGES, REPLICA_ROUTES]) {
    expect(list.filter((path) => !pathsOfReads().includes(path))).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
  }
});

it('only the listed routes look into the cache of answers', async () => {
  const admin = await app.given.admin();
  const cached: string[] = [];
  for (const path of pathsOfReads()) {
    const before = await lookups();
    await app.api.as(admin).get(path.replace(/:\w+/g, '1'));
    if ((await lookups()) > before) cached.push(path);
  }
  expect(cached.sort()).toEqual([...CACHED_ROUTES].sort());
});
