import {
  filledPath,
  type DescribedDefault,
  DescribedInputs,
  type TestApi,
  withoutIdentity,
  withQuery,
} from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { startContent } from '../../testing/content-app';
import type { ContentWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';

const ROUTES = Object.entries(ACCESS_RULES).filter(
  ([route, { success = 200 }]) => route.includes(' /api/') && success < 400,
);

let world: ContentWorld;
let api: TestApi;
let inputs: DescribedInputs;
const walked: string[] = [];
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const [admin, owner] = [await app.given.admin(), await app.given.user({ permissions: ALL_PERMISSIONS })];
  world = { app, api: app.api, owner, admin, callers: {}, success: () => 200, hidden: 404 };
  api = app.api.as(admin);
  inputs = new DescribedInputs(JSON.parse((await api.get('/api/openapi.json')).text));
});
afterAll(() => world.app.close());

describe('documented defaults', () => {
  it.each(ROUTES)('of %s change nothing, alone and together', async (route, rule) => {
    const [method = '', path = ''] = route.split(' ');
    const defaults = inputs.defaultsOf(method, path.replace(/:(\w+)/g, '{$1}'));
    if (defaults.length === 0) return;
    walked.push(...defaults.map(({ name }) => `${route} ${name}`));
    const make = async () => (await rule.on?.visible(world)) ?? { name: '' };
    const shared = await make();
    const answerWith = async (some: DescribedDefault[]) => {
      const thing = method === 'GET' ? shared : await make();
      const query = some.filter(({ place }) => place === 'query');
      const members = some.filter(({ place }) => place === 'body').map(({ name, value }) => [name, value] as const);
      const given = rule.body?.(thing);
      const body = members.length > 0 ? { ...Object(given), ...Object.fromEntries(members) } : given;
      const { status, text } = await api.send(method, withQuery(filledPath(path, thing, rule), query), body);
      return { status, answer: withoutIdentity(text) };
    };
    const usual = await answerWith([]);
    expect(usual.status).toBeLessThan(300);
    for (const some of [defaults, ...defaults.map((one) => [one])])
      expect({ some, ...(await answerWith(some)) }).toEqual({ some, ...usual });
  });

  it('are found in the description', () => {
    expect(walked).toEqual(
      expect.arrayContaining(['GET /api/pages count', 'GET /api/pages sort', 'GET /api/roles sort']),
    );
  });
});
