import { addressOf, DescribedAnswers } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { startContent } from '../../testing/content-app';
import type { ContentWorld } from './kinds';
import { ACCESS_RULES } from './rules';

let world: ContentWorld;
let answers: DescribedAnswers;
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const [admin, owner] = [await app.given.admin(), await app.given.user({ permissions: ALL_PERMISSIONS })];
  world = { app, api: app.api, owner, admin, callers: {}, success: () => 200, hidden: 404 };
  answers = new DescribedAnswers(JSON.parse((await app.api.as(admin).get('/api/openapi.json')).text));
});
afterAll(() => world.app.close());

const ROUTES = Object.entries(ACCESS_RULES).filter(([route]) => route.includes(' /api/'));

it.each(ROUTES)('%s answers as the API description says', async (route, rule) => {
  const [method = '', path = ''] = route.split(' ');
  const thing = (await rule.on?.visible(world)) ?? { name: '' };
  const call = world.api.as(world.admin);
  const { status, headers, body } = await call.send(method, addressOf(path, thing, rule), rule.body?.(thing));
  const described = path.replace(/:(\w+)/g, '{$1}');
  expect(answers.responseOf(method, described, status)).toBeDefined();
  if (headers.get('content-type')?.includes('application/json'))
    expect(answers.faults(method, described, status, body)).toEqual([]);
});
