import path from 'node:path';
import {
  filledPath,
  DescribedAnswers,
  exampleOf,
  readExamples,
  shapeFaults,
  type Thing,
  updatesExamples,
  writeExamples,
} from '@almanac/testing';
import { ALL_PERMISSIONS } from '../../content/access/permission-names';
import { startContent } from '../../testing/content-app';
import type { ContentWorld } from './kinds';
import { ACCESS_RULES } from './rules';

const FILE = path.resolve(__dirname, '../../features/docs/examples.json');
const TAGS = [{ name: 'Audience', value: 'Everyone' }];

/** Fuller requests than those of the access rules. */
const REQUESTS: Readonly<Record<string, (thing: Thing) => object>> = {
  'POST /api/books': () => ({ name: 'Handbook', description_html: '<p>How we <b>work</b></p>', tags: TAGS }),
  'PUT /api/books/:id': () => ({ name: 'Handbook', description: 'How we work', tags: TAGS }),
  'POST /api/chapters': ({ id }) => ({ book_id: id, name: 'First week', description: 'Before you start', tags: TAGS }),
  'PUT /api/chapters/:id': () => ({ name: 'First week', priority: 3, tags: TAGS }),
  'POST /api/pages': ({ id }) => ({ book_id: id, name: 'Keys', html: '<p>Ask at the desk.</p>', tags: TAGS }),
  'PUT /api/pages/:id': () => ({ name: 'Keys', markdown: '# Keys\n\nAsk at the desk.', tags: TAGS }),
  'POST /api/shelves': () => ({ name: 'For everyone', description: 'Start here', books: [], tags: TAGS }),
  'PUT /api/shelves/:id': () => ({ name: 'For everyone', tags: TAGS }),
  'POST /api/users': () => ({ name: 'Ann Example', email: 'ann@example.com', language: 'en', roles: [] }),
  'PUT /api/users/:id': () => ({ name: 'Ann Example', external_auth_id: 'ann' }),
  'POST /api/roles': () => ({ display_name: 'Writers', description: 'Write pages', permissions: ['page-create-all'] }),
  'POST /api/imports/:id': () => ({ parent_type: 'book', parent_id: 1 }),
  'PUT /api/content-permissions/:contentType/:contentId': () => ({
    fallback_permissions: { inheriting: false, view: true, create: false, update: false, delete: false },
  }),
};

/** These answers describe the interface itself. */
const DESCRIPTIONS = ['docsJson', 'docsOpenapi', 'docsDisplay', 'docsDownload'];

/** A route that only refuses in this world, for lack of a mail server or a failed job, has no example. */
const ROUTES = Object.entries(ACCESS_RULES).filter(
  ([route, { success = 200 }]) => route.includes(' /api/') && success < 400,
);

let world: ContentWorld;
let answers: DescribedAnswers;
const recorded = readExamples(FILE);
beforeAll(async () => {
  const app = await startContent({ RUN_JOBS: 'true' });
  const [admin, owner] = [await app.given.admin(), await app.given.user({ permissions: ALL_PERMISSIONS })];
  world = { app, api: app.api, owner, admin, callers: {}, success: () => 200, hidden: 404 };
  answers = new DescribedAnswers(JSON.parse((await app.api.as(admin).get('/api/openapi.json')).text));
});
afterAll(async () => {
  if (updatesExamples) writeExamples(FILE, recorded);
  await world.app.close();
});

describe('the examples', () => {
  it.each(ROUTES)('of %s match a new answer and the description', async (route, rule) => {
    const [method = '', address = ''] = route.split(' ');
    const thing = (await rule.on?.visible(world)) ?? { name: '' };
    const body = (REQUESTS[route] ?? rule.body)?.(thing);
    const answer = await world.api.as(world.admin).send(method, filledPath(address, thing, rule), body);
    const described = answers.pathOf(address.replace(/:\w+/g, '1')) ?? '';
    const name = answers.operation(described, method)?.operationId ?? '';
    if (DESCRIPTIONS.includes(name)) return;
    expect(answer.status).toBeLessThan(300);
    const { headers: promised } = answers.responseOf(method, described, answer.status) ?? {};
    if (promised?.['Location']) expect(answer.headers.get('location')).toBeTruthy();
    const example = exampleOf(body, answer);
    if (updatesExamples) recorded.operations[name] = example;
    const { request, response } = recorded.operations[name] ?? {};
    expect(shapeFaults(response, example.response)).toEqual([]);
    expect('request' in example ? answers.exampleFaults(described, method, request) : []).toEqual([]);
    if (answer.headers.get('content-type')?.includes('json'))
      expect(answers.faults(method, described, answer.status, response)).toEqual([]);
  });

  it.each([
    [401, 'GET', '/api/books', {}, undefined],
    [404, 'GET', '/api/books/987654', {}, undefined],
    [415, 'POST', '/api/books', { 'content-type': 'text/csv' }, 'a,b'],
    [422, 'POST', '/api/books', {}, {}],
  ])('of the error %i match a new answer', async (status, method, address, headers, body) => {
    const caller = status === 401 ? world.api : world.api.as(world.admin);
    const answer = await caller.with(headers).send(method, address, body);
    expect(answer.status).toBe(status);
    const { response } = exampleOf(undefined, answer);
    if (updatesExamples) recorded.problems[status] = response;
    expect(shapeFaults(recorded.problems[status], response)).toEqual([]);
  });
});
