import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import type { Person } from '../../testing/content-stand-in';

let app: CalendarApp;
let editor: Person;
beforeAll(async () => {
  app = await startCalendar();
  editor = app.given.editor();
});
afterAll(() => app.close());

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
const KEYS: Record<string, string> = { slug: 'some-slug', token: 'some-token', month: '2031-05', file: 'some.png' };

/** Methods that reach a route, derived from their answers. */
async function reached(path: string): Promise<string[]> {
  const answers = await Promise.all(
    METHODS.map(async (method) => ({ method, ...(await app.api.as(editor).send(method, path)) })),
  );
  // A missing file gets the same answer as a missing route.
  return answers
    .filter(({ method, text }) => !text.includes('rest_no_route') || (method === 'GET' && path.startsWith('/uploads/')))
    .map(({ method }) => method);
}

async function allowed(path: string): Promise<string[]> {
  const { headers, status } = await app.api.send('OPTIONS', path);
  return status === 200 ? (headers.get('allow') ?? '').split(/,\s*/).filter((method) => method !== 'HEAD') : [];
}

it('OPTIONS returns exactly the methods of each path', async () => {
  const paths = app.routes
    .filter(({ path }) => path.startsWith(`/${NAMESPACE}`))
    .map(({ path }) => path.slice(NAMESPACE.length + 1).replace(/:(\w+)/g, (_, key: string) => KEYS[key] ?? '1'));
  const odd = [
    '/events/foo',
    '/events/1.5',
    '/venues/-1',
    '/categories/changes',
    '/tags/by-slug',
    '/events/by-slug',
    '/none',
    '/events/1/none',
    '/events/1/tickets/x',
  ];
  const wrong: unknown[] = [];
  for (const path of [...new Set([...paths, ...odd])]) {
    const [real, told] = [await reached(path), await allowed(path)];
    if (String(real) !== String(told)) wrong.push({ path, real, told });
  }
  expect(wrong).toEqual([]);
});
