import { idOf } from '../../testing/answers';
import { startContent } from '../../testing/content-app';
import { waitingPage } from '../access/import-kinds';
import type { ContentWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';
import { UNKNOWN_ID } from './probes';
import type { ExistingRecords } from './rule-meanings';
import { type Rules, RuleWalk } from './rule-walk';

interface Operation {
  method: string;
  uri: string;
  body_params: Rules | null;
}

const isZero = (value: unknown) => [value].flat()[0] === 0;
const isNothing = (value: unknown) => value === undefined || value === '';
const isList = (value: unknown) => Array.isArray(value);
const isTrue = (value: unknown) => value === true || value === 1;
const isWhole = (value: unknown) => /^-?\d+$/.test(String(value));
/** The administrator role. */
const isFirst = (value: unknown) => Number(value) === 1;

type Exception = readonly [route: RegExp, parameter: RegExp, isExcepted: (value: unknown) => boolean, reason: string];

/** What the rules of the contract cannot say. */
const EXCEPTIONS: readonly Exception[] = [
  [/./, /^tags\./, (value) => typeof value === 'number', 'a number becomes its digits, as on the reference'],
  [/users/, /^(roles|migrate_ownership_id)$/, isZero, 'forms send 0 for no record (content-behaviour §13)'],
  [/imports\/:id/, /^parent_/, isNothing, 'only a chapter or page needs a parent (content-api, imports)'],
  [/content-permissions/, /^fallback_permissions$/, isList, 'an empty list is no object in JSON'],
  [/POST .*users$/, /^send_invite$/, isTrue, 'no mail server is configured here'],
  [/image-gallery$/, /^uploaded_to$/, isWhole, 'a missing page is a 404 (content-behaviour §14)'],
  [/settings/, /^registration_role_id$/, isFirst, 'new users get no system role'],
];

const TAKEN = 'taken@example.com';
const ROUTES = Object.keys(ACCESS_RULES).filter((route) => route.includes(' /api/'));

/** A run needs a parent if it is about a page. */
const RUN = { on: waitingPage, body: () => ({ parent_type: 'book', parent_id: UNKNOWN_ID }) };

let world: ContentWorld;
let records: ExistingRecords;
/** By their routes. */
let documented: Map<string, Rules>;
beforeAll(async () => {
  const app = await startContent({ FILE_UPLOAD_SIZE_LIMIT: '1', RUN_JOBS: 'true' });
  const admin = await app.given.admin();
  const api = app.api.as(admin);
  world = { app, api, owner: admin, admin, callers: {}, success: () => 200 };
  const rule = await api.post('/api/sort-rules', { name: 'Kept', operations: ['name_asc'] });
  await api.post('/api/users', { name: 'Taken', email: TAKEN });
  const [page, role, user] = [await app.given.page(), await app.given.role(), await app.given.user()];
  records = {
    ids: { pages: [page.id], roles: [role.id, 1], users: [user.id, 1], sort_rules: [idOf(rule.body)] },
    usedTexts: [TAKEN],
  };
  const groups: Record<string, Operation[]> = JSON.parse((await api.get('/api/docs.json')).text);
  const operations = Object.values(groups).flat();
  documented = new Map(operations.map((operation) => [routeOf(operation), operation.body_params ?? {}]));
});
afterAll(() => world.app.close());

const routeOf = ({ method, uri }: Operation): string => `${method} /${uri.replaceAll(/\{(\w+)\}/g, ':$1')}`;

describe('the rules of /api/docs.json are those that are enforced', () => {
  it.each(ROUTES)('in %s', async (route) => {
    const excepted = EXCEPTIONS.filter(([at]) => at.test(route));
    const walk = new RuleWalk(world, records, (parameter, value) =>
      excepted.some(([, name, isExcepted]) => name.test(parameter) && isExcepted(value)),
    );
    const access = route === 'POST /api/imports/:id' ? RUN : (ACCESS_RULES[route] ?? {});
    expect(await walk.faultsOf(route, access, documented.get(route) ?? {})).toEqual([]);
  });

  it('in routes that together are all with documented rules', () => {
    const withRules = [...documented].filter(([, rules]) => Object.keys(rules).length > 0).map(([route]) => route);
    expect(withRules.length).toBeGreaterThan(30);
    expect(withRules.filter((route) => !ROUTES.includes(route))).toEqual([]);
  });
});
