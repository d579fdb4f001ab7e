import { createServer, type Server } from 'node:http';
import { answersOf, ruleGaps } from './access-matrix';
import { type AccessRule, type Cell, expectedStatus, type MatrixCaller } from './access-rule';
import { TestApi } from '../test-api';

const DEFAULTS = { success: () => 200, hidden: 404 };
const ANONYMOUS: MatrixCaller = { permissions: [] };
const KNOWN: MatrixCaller = { token: '1:x', permissions: [] };
const REFUSED: MatrixCaller = { token: '2:x', permissions: ['book-update-all'], isRefused: true };
const EDITOR: MatrixCaller = { token: '3:x', permissions: ['book-update-all'] };
const OWNER: MatrixCaller = { token: '4:x', permissions: ['book-update-own'], isOwner: true };
const ADMIN: MatrixCaller = { ...EDITOR, token: '5:x', seesHidden: true };

const UPDATE: AccessRule<never> = { needs: 'book-update' };
const cell = (caller: MatrixCaller, isHidden = false, path = '/books/:id'): Cell => ({
  method: 'PUT',
  path,
  caller,
  callerName: 'x',
  isHidden,
});

describe('an access rule', () => {
  it.each([
    ['a stranger', ANONYMOUS, 401, 401],
    ['a caller without rights', KNOWN, 403, 404],
    ['a caller without access to the API', REFUSED, 403, 403],
    ['an editor', EDITOR, 200, 404],
    ['the owner', OWNER, 200, 404],
    ['an administrator', ADMIN, 200, 200],
  ])('determines the status for %s', (_, caller, visible, hidden) => {
    expect(expectedStatus(UPDATE, cell(caller), DEFAULTS)).toBe(visible);
    expect(expectedStatus(UPDATE, cell(caller, true), DEFAULTS)).toBe(hidden);
  });

  it.each([
    ['that is public accepts strangers within their rights', { isPublic: true }, ANONYMOUS, 200],
    ['that is public and needs a right refuses strangers', { isPublic: true, needs: 'x' }, ANONYMOUS, 401],
    ['that is public refuses callers without access to the API', { isPublic: true }, REFUSED, 403],
    ['requires every right that it names', { needs: ['book-update', 'users-manage'] }, EDITOR, 403],
    ['accepts the full name of a right in needs', { needs: 'book-update-all' }, OWNER, 403],
    ['accepts a right without a suffix in requires', { requires: 'book-update' }, EDITOR, 403],
    ['can set another status of success', { success: 202 }, KNOWN, 202],
    ['can set the status of a single caller', { except: { x: 302 } }, ANONYMOUS, 302],
  ] as const)('%s', (_, rule, caller, status) => {
    expect(expectedStatus(rule, cell(caller), DEFAULTS)).toBe(status);
  });

  it('hides an object from callers without the permission to see it', () => {
    const rule: AccessRule<never> = { ...UPDATE, on: { visible: async () => ({ name: 'x' }), view: 'book-view' } };
    const seeing = (caller: MatrixCaller, right: string) => ({
      ...caller,
      permissions: [...caller.permissions, right],
    });
    expect(expectedStatus(rule, cell(EDITOR), DEFAULTS)).toBe(404);
    expect(expectedStatus(rule, cell(seeing(EDITOR, 'book-view-all')), DEFAULTS)).toBe(200);
    expect(expectedStatus(rule, cell(seeing(EDITOR, 'book-view-own')), DEFAULTS)).toBe(404);
    expect(expectedStatus(rule, cell(seeing(OWNER, 'book-view-own')), DEFAULTS)).toBe(200);
  });

  it('requires the permission to see a new object, after the permission to create it', () => {
    const rule = { requires: 'book-create-all', makes: 'book-view' };
    const creator = (...permissions: string[]) => cell({ ...KNOWN, permissions });
    expect(expectedStatus(rule, creator('book-view-all'), DEFAULTS)).toBe(403);
    expect(expectedStatus(rule, creator('book-create-all'), DEFAULTS)).toBe(404);
    expect(expectedStatus(rule, creator('book-create-all', 'book-view-own'), DEFAULTS)).toBe(200);
  });

  it('returns 403 for a missing required right before it checks the object', () => {
    const rule = { requires: 'comment-create-all' };
    expect(expectedStatus(rule, cell(KNOWN, true), DEFAULTS)).toBe(403);
    expect(expectedStatus(rule, cell({ ...KNOWN, permissions: ['comment-create-all'] }, true), DEFAULTS)).toBe(404);
  });

  it('returns 200 for lists, and 403 for hidden objects without a default status', () => {
    expect(expectedStatus({}, { ...cell(KNOWN, true, '/books'), method: 'GET' }, DEFAULTS)).toBe(200);
    expect(expectedStatus(UPDATE, cell(OWNER, true), { success: () => 200 })).toBe(403);
    expect(expectedStatus({ hidden: 403 }, cell(KNOWN, true), { success: () => 200 })).toBe(403);
  });
});

it('unruled names routes without a rule and rules without a route', () => {
  const rules = { 'GET /a': {}, 'GET /gone': {} };
  expect(
    ruleGaps(
      [
        { method: 'GET', path: '/a' },
        { method: 'PUT', path: '/a' },
      ],
      rules,
    ),
  ).toEqual({ routesWithoutRule: ['PUT /a'], rulesWithoutRoute: ['GET /gone'] });
});

describe('the access matrix', () => {
  let server: Server;
  let requests: string[];
  let listed = '"Visible"';
  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(`${request.method} ${request.url}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(`{"data":[${listed}]}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => new Promise((resolve) => server.close(resolve)));

  let made = 0;
  const book = {
    visible: async () => ({ id: (made += 1), name: 'Visible' }),
    hidden: async () => ({ id: (made += 1), name: 'Hidden' }),
  };
  const world = () => {
    const address = server.address();
    if (typeof address !== 'object' || address === null) throw new Error('the server does not listen');
    return {
      ...DEFAULTS,
      api: new TestApi(`http://127.0.0.1:${address.port}`),
      callers: { viewer: KNOWN, admin: ADMIN },
    };
  };

  it('requests a visible and a hidden object as every caller', async () => {
    const { expected, actual } = await answersOf(world(), 'GET /books/:id', {
      on: book,
      query: ({ name }) => `of=${name}`,
    });
    expect(expected).toEqual({
      'viewer, visible': '200',
      'admin, visible': '200',
      'viewer, hidden': '404',
      'admin, hidden': '200',
    });
    expect(actual).toEqual({
      'viewer, visible': '200',
      'admin, visible': '200',
      'viewer, hidden': '200',
      'admin, hidden': '200',
    });
    const [visible, hidden] = [made - 1, made];
    expect(requests).toEqual(
      [visible, visible]
        .map((id) => `GET /books/${id}?of=Visible`)
        .concat([hidden, hidden].map((id) => `GET /books/${id}?of=Hidden`)),
    );
  });

  it('creates a separate object for each call that can change it', async () => {
    await answersOf(world(), 'DELETE /books/:id', { on: { visible: book.visible } });
    expect(new Set(requests).size).toBe(2);
  });

  it('reports a missing visible object and a listed hidden object', async () => {
    listed = '"Hidden"';
    const { actual } = await answersOf(world(), 'GET /books', { on: book });
    expect(actual).toEqual({
      'viewer, visible': '200, without the object',
      'admin, visible': '200, without the object',
      'viewer, hidden': '200, with the hidden object',
      'admin, hidden': '200',
    });
  });
});
