import {
  filledPath,
  type DescribedDefault,
  DescribedInputs,
  type TestApi,
  withoutIdentity,
  withQuery,
} from '@almanac/testing';
import { NAMESPACE } from '../../config';
import { startCalendar } from '../../testing/calendar-app';
import { EDITOR } from '../../testing/given';
import type { CalendarWorld } from '../access/kinds';
import { ACCESS_RULES } from '../access/rules';

const ROOT = `/${NAMESPACE}`;
const ROUTES = Object.entries(ACCESS_RULES).filter(([route]) => route.includes(` ${ROOT}`));

let world: CalendarWorld;
let api: TestApi;
let inputs: DescribedInputs;
const walked: string[] = [];
beforeAll(async () => {
  const app = await startCalendar();
  const owner = app.content.user([...EDITOR, 'users-manage', 'settings-manage']);
  world = { app, api: app.api.atRoot(), owner, callers: {}, success: () => 200 };
  api = world.api.as(owner);
  inputs = new DescribedInputs(JSON.parse((await app.api.get('/doc')).text));
});
afterAll(() => world.app.close());

describe('documented defaults', () => {
  it.each(ROUTES)('of %s change nothing, alone and together', async (route, rule) => {
    const [method = '', path = ''] = route.split(' ');
    const defaults = inputs.defaultsOf(method, path.slice(ROOT.length).replace(/:(\w+)/g, '{$1}') || '/');
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
      expect.arrayContaining([
        `GET ${ROOT}/events geoloc_radius`,
        `GET ${ROOT}/events.ics geoloc_radius`,
        `POST ${ROOT}/events all_day`,
        `POST ${ROOT}/venues show_map`,
      ]),
    );
  });
});
