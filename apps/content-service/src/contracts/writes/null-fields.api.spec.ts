import { filledPath, DescribedInputs, type TestApi, withoutIdentity } from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { startContent } from '../../testing/content-app';
import type { ContentWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';

const TEXTS = 'name description description_html tags';
const USER = 'name email external_auth_id language password roles';
const ROLE = 'display_name description mfa_enforced external_auth_id permissions';
const PAGE = 'book_id chapter_id name html markdown tags priority changelog';

/**
 * Members whose null is refused. In the contract's own fields it is, unless they are nullable (content-behaviour §3.4), and in required
 * members. Other additions to the contract take null for an absent value.
 */
const REFUSED: Readonly<Record<string, string>> = {
  'POST /api/attachments': 'name uploaded_to link',
  'PUT /api/attachments/:id': 'name uploaded_to link',
  'POST /api/books': TEXTS,
  'PUT /api/books/:id': TEXTS,
  'POST /api/chapters': `${TEXTS} book_id priority`,
  'PUT /api/chapters/:id': `${TEXTS} book_id priority`,
  'POST /api/comments': 'page_id html content_ref',
  'PUT /api/comments/:id': 'html archived',
  'PUT /api/content-permissions/:contentType/:contentId': 'owner_id role_permissions',
  'PUT /api/image-gallery/:id': 'name',
  'POST /api/pages': PAGE,
  'PUT /api/pages/:id': PAGE,
  'POST /api/roles': ROLE,
  'PUT /api/roles/:id': ROLE,
  'POST /api/shelves': `${TEXTS} books`,
  'PUT /api/shelves/:id': `${TEXTS} books`,
  'POST /api/sort-rules': 'name operations',
  'POST /api/users': `${USER} send_invite`,
  'PUT /api/users/:id': USER,
  'POST /api/users/:id/tokens': 'name',
  'POST /api/webhooks': 'name endpoint events',
};

const WRITES = Object.entries(ACCESS_RULES).filter(([route]) => /^(POST|PUT|DELETE) \/api\//.test(route));
const sorted = (names = '') => names.split(' ').filter(Boolean).sort();

const KEY_NAMES: Readonly<Record<string, string>> = { Type: 'itemType', Id: 'itemId' };

let world: ContentWorld;
let api: TestApi;
let inputs: DescribedInputs;
const walked = new Set<string>();
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const [admin, owner] = [await app.given.admin(), await app.given.user({ permissions: ALL_PERMISSIONS })];
  world = { app, api: app.api, owner, admin, callers: {}, success: () => 200, hidden: 404 };
  api = app.api.as(admin);
  inputs = new DescribedInputs(JSON.parse((await api.get('/api/openapi.json')).text));
});
afterAll(() => world.app.close());

describe('null', () => {
  it.each(WRITES)('of each member of %s is refused or changes nothing of a new object', async (route, rule) => {
    const [method = '', path = ''] = route.split(' ');
    // The description has another name for the keys of `content-permissions`, which some generators need.
    const described = path.replace(/:(?:content)?(\w+)/g, (_, key: string) => `{${KEY_NAMES[key] ?? key}}`);
    const members = inputs.membersOf(method, described);
    // Forms have no null.
    if (members.length === 0 || rule.body?.({ name: '' }) instanceof FormData) return;
    walked.add(route);
    const send = async (change: (body: object) => object) => {
      const thing = (await rule.on?.visible(world)) ?? { name: '' };
      return api.send(method, filledPath(path, thing, rule), change(Object(rule.body?.(thing))));
    };
    const refused: string[] = [];
    const changed: string[] = [];
    for (const name of members) {
      const { status, text } = await send((body) => ({ ...body, [name]: null }));
      const absent = await send((body) =>
        Object.fromEntries(Object.entries(body).filter(([member]) => member !== name)),
      );
      if (status === 422) refused.push(name);
      else if (status !== absent.status || withoutIdentity(text) !== withoutIdentity(absent.text)) changed.push(name);
    }
    expect({ refused: refused.sort(), changed }).toEqual({
      refused: sorted(REFUSED[route]),
      changed: [],
    });
  });

  it('is tried in every route that the list names', () => {
    expect(Object.keys(REFUSED).filter((route) => !walked.has(route))).toEqual([]);
  });

  it('is taken for the value of a tag, and refused for its name', async () => {
    const tagged = (tag: object) => api.post('/api/books', { name: 'Tagged', tags: [tag] });
    expect((await tagged({ name: 'a', value: null })).status).toBe(200);
    expect((await tagged({ name: null, value: 'a' })).status).toBe(422);
  });
});
