import { metrics } from '@almanac/observability';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { CACHED_ROUTES, REPLICA_ROUTES } from '../../read-routes';

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

const pathsOfReads = (): string[] => app.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);

const lookups = async (): Promise<number> => {
  const values = (await metrics.getSingleMetric('almanac_answer_cache_total')?.get())?.values ?? [];
  return values.reduce((sum, { value }) => sum + value, 0);
};

it('the lists name routes that exist, each once', () => {
  for (const list of [CACHED_ROUTES, REPLICA_ROUTES]) {
    expect(list.filter((path) => !pathsOfReads().includes(path))).toEqual([]);
    expect(new Set(list).size).toBe(list.length);
  }
});

it('only the listed routes look into the cache of answers', async () => {
  const api = app.api.atRoot({ authorization: `Token ${app.given.editor().token}` });
  const cached: string[] = [];
  for (const path of pathsOfReads()) {
    const before = await lookups();
    await api.get(path.replace(/:\w+/g, '1'));
    if ((await lookups()) > before) cached.push(path);
  }
  expect(cached.sort()).toEqual([...CACHED_ROUTES].sort());
});
