import { answersOf, ruleGaps } from '@almanac/testing';
import { ALL_PERMISSIONS, FRESH_INSTALL_ROLES } from '../../content/access/permission-names';
import { startContent } from '../../testing/content-app';
import { FURTHER_RULES } from './further-rules';
import type { ContentWorld } from './kinds';
import { RightHolders } from './right-holders';
import { ACCESS_RULES } from './rules';

const ofRole = (name: string): readonly string[] =>
  FRESH_INSTALL_ROLES.find(({ displayName }) => displayName === name)?.permissions ?? [];
/** Permissions on attachments and comments, which the Editor role of a fresh install lacks. */
const ON_PAGES = ALL_PERMISSIONS.filter((name) => /^(attachment|comment)-.*-all$/.test(name));
const OWN = ALL_PERMISSIONS.filter((name) => name.endsWith('-own'));

/** A successful DELETE has no body. */
const success = (method: string): number => (method === 'DELETE' ? 204 : 200);

let world: ContentWorld;
let holders: RightHolders;
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const caller = async (permissions: readonly string[], api = true) => ({
    ...(await app.given.user({ permissions, api })),
    permissions,
  });
  const [viewer, editor, owner] = [
    await caller(ofRole('Viewer')),
    await caller([...ofRole('Editor'), ...ON_PAGES]),
    await caller(OWN),
  ];
  const [admin, locked] = [
    await app.given.admin(),
    await caller(
      ALL_PERMISSIONS.filter((name) => name !== 'access-api'),
      false,
    ),
  ];
  const callers = {
    anonymous: { permissions: [] },
    'no access-api': { ...locked, isRefused: true },
    viewer,
    editor,
    owner: { ...owner, isOwner: true },
    admin: { ...admin, permissions: ALL_PERMISSIONS, seesHidden: true },
  };
  world = { app, api: app.api, owner, admin, callers, success, hidden: 404 };
  holders = new RightHolders(world);
});
afterAll(() => world.app.close());

it('every route has an access rule, and every access rule has a route', () => {
  expect(ruleGaps(world.app.routes, ACCESS_RULES)).toEqual({ routesWithoutRule: [], rulesWithoutRoute: [] });
});

it.each(Object.entries(ACCESS_RULES))('%s answers each caller according to its access rule', async (route, rule) => {
  const { expected, actual } = await answersOf(world, route, rule);
  expect(actual).toEqual(expected);
});

const WITH_RIGHTS = Object.entries({ ...ACCESS_RULES, ...FURTHER_RULES }).filter(
  ([, { requires, needs, on }]) => requires !== undefined || needs !== undefined || on?.view !== undefined,
);

it.each(WITH_RIGHTS)('%s needs each right of its access rule, and no other', async (route, rule) => {
  const { expected, actual } = await holders.answersOf(route, rule);
  expect(actual).toEqual(expected);
});
