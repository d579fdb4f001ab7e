import { answersOf, ruleGaps } from '@almanac/testing';
import { startCalendar } from '../../testing/calendar-app';
import { AUTHOR, EDITOR } from '../../testing/given';
import type { CalendarWorld } from './kinds';
import { ACCESS_RULES } from './rules';

/** Creating a record answers 201; changing one answers 200, also by POST. */
const success = (method: string, path: string): number => (method === 'POST' && !path.includes(':') ? 201 : 200);

let world: CalendarWorld;
beforeAll(async () => {
  const app = await startCalendar();
  const caller = (permissions: readonly string[]) => ({ ...app.content.user(permissions), permissions });
  const owner = caller(AUTHOR);
  const callers = {
    anonymous: { permissions: [] },
    'no access-api': { ...app.content.lockedOutUser(EDITOR), permissions: EDITOR, isRefused: true },
    viewer: caller([]),
    editor: { ...caller(EDITOR), seesHidden: true },
    owner: { ...owner, isOwner: true },
    admin: { ...caller([...EDITOR, 'users-manage', 'settings-manage']), seesHidden: true },
  };
  world = { app, api: app.api.atRoot(), owner, callers, success };
});
afterAll(() => world.app.close());

it('every route of the service has a rule, and every rule a route', () => {
  expect(ruleGaps(world.app.routes, ACCESS_RULES)).toEqual({ routesWithoutRule: [], rulesWithoutRoute: [] });
});

it.each(Object.entries(ACCESS_RULES))('%s answers each caller as its rule says', async (route, rule) => {
  const { expected, actual } = await answersOf(world, route, rule);
  expect(actual).toEqual(expected);
});
