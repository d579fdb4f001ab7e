import path from 'node:path';
import {
  filledPath,
  DescribedAnswers,
  exampleOf,
  readExamples,
  shapeFaults,
  updatesExamples,
  writeExamples,
} from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';
import { EDITOR } from '../../testing/given';
import type { CalendarWorld } from './kinds';
import { ACCESS_RULES } from './rules';

const FILE = path.resolve(__dirname, '../../features/index/examples.json');
const ROOT = `/${NAMESPACE}`;

const EVENT = {
  title: 'Open day',
  description: '<p>Come and see.</p>',
  start_date: '2031-05-01 10:00:00',
  end_date: '2031-05-01 16:00:00',
  timezone: 'Europe/Rome',
  cost: '5',
};
const VENUE = { venue: 'Boat Shed', address: 'Harbour Lane 4', city: 'Stromness', country: 'United Kingdom' };
const ORGANIZER = { organizer: 'Ann Example', email: 'ann@example.com', website: 'https://ann.example' };

/** Fuller requests than those of the access rules, by the start of the route. */
const REQUESTS: readonly (readonly [start: RegExp, body: object])[] = [
  [/^POST \S+\/events$/, EVENT],
  [/^POST \S+\/venues$/, VENUE],
  [/^POST \S+\/organizers$/, ORGANIZER],
  [/^POST \S+\/(categories|tags)$/, { name: 'Workshops', description: 'To take part in' }],
  [/^POST \S+\/tickets$/, { name: 'Front row', price: '12.50', capacity: 20 }],
  [/^P\w+ \S+\/events\/(by-slug\/)?:\w+$/, { title: 'Open day', cost: '7' }],
  [/^P\w+ \S+\/venues\/(by-slug\/)?:\w+$/, { phone: '+44 1856 555 010' }],
  [/^P\w+ \S+\/organizers\/(by-slug\/)?:\w+$/, { phone: '+44 1856 555 011' }],
  [/^P\w+ \S+\/(categories|tags)\/:\w+$/, { description: 'To take part in' }],
  [/^P\w+ \S+\/tickets\/:\w+$/, { price: '15.00' }],
];

/** These answers describe the interface itself. */
const DESCRIPTIONS = ['indexDescribe', 'indexRoutes'];

const ROUTES = Object.entries(ACCESS_RULES).filter(([route]) => route.includes(` ${ROOT}`));

let world: CalendarWorld;
let owner: Person;
let answers: DescribedAnswers;
const recorded = readExamples(FILE);
beforeAll(async () => {
  const app = await startCalendar();
  owner = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
  world = { app, api: app.api.atRoot(), owner, callers: {}, success: () => 200 };
  answers = new DescribedAnswers(JSON.parse((await app.api.get('/doc')).text));
});
afterAll(async () => {
  if (updatesExamples) writeExamples(FILE, recorded);
  await world.app.close();
});

describe('the examples', () => {
  it.each(ROUTES)('of %s match a new answer and the description', async (route, rule) => {
    const [method = '', address = ''] = route.split(' ');
    const thing = (await rule.on?.visible(world)) ?? { name: '' };
    const [, fuller] = REQUESTS.find(([start]) => start.test(route)) ?? [];
    const body = fuller ?? rule.body?.(thing);
    const answer = await world.api.as(owner).send(method, filledPath(address, thing, rule), body);
    const described = address.slice(ROOT.length).replace(/:(\w+)/g, '{$1}') || '/';
    const name = answers.operation(described, method)?.operationId ?? '';
    if (DESCRIPTIONS.includes(name)) return;
    expect(answer.status).toBeLessThan(300);
    const { headers: promised } = answers.responseOf(method, described, answer.status) ?? {};
    if (promised?.['Location']) expect(answer.headers.get('location')).toBeTruthy();
    const example = exampleOf(body, answer);
    if (updatesExamples) recorded.operations[name] = example;
    const { request, response } = recorded.operations[name] ?? {};
    expect(shapeFaults(response, example.response)).toEqual([]);
    expect(
      'request' in example && !(body instanceof FormData) ? answers.bodyFaults(method, described, request) : [],
    ).toEqual([]);
    if (answer.headers.get('content-type')?.includes('json'))
      expect(answers.faults(method, described, answer.status, response)).toEqual([]);
  });

  it.each([
    [400, 'POST', '/events', {}],
    [401, 'POST', '/tags', { name: 'Workshops' }],
    [404, 'GET', '/events/987654', undefined],
  ])('of the error %i match a new answer', async (status, method, address, body) => {
    const answer = await world.app.api.as(status === 401 ? {} : owner).send(method, address, body);
    expect(answer.status).toBe(status);
    const { response } = exampleOf(undefined, answer);
    if (updatesExamples) recorded.problems[status] = response;
    expect(shapeFaults(recorded.problems[status], response)).toEqual([]);
  });
});
