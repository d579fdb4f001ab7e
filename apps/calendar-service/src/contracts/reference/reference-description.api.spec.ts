import { describeWithReference, nonEmpty } from '@almanac/testing';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';
import { CAPTURES, readCaptures } from './captures';
import { PARAMETERS } from './reference-deviations';

interface Index {
  routes: Record<
    string,
    { methods: string[]; endpoints: { methods: string[]; args: Record<string, { required: boolean }> }[] }
  >;
}
interface Document {
  paths: Record<string, Record<string, object>>;
  components: { schemas: Record<string, { properties?: Record<string, object> }> };
}

/** The namespace's own name differs. */
const neutral = (pattern: string): string => pattern.replace(/^.*\/events\/v1/, '');

let app: CalendarApp;
beforeAll(async () => {
  app = await startCalendar();
});
afterAll(() => app.close());

/** The answer of the reference, and ours. */
async function both<Shape>(path: string): Promise<{ captured: Shape; ours: Shape }> {
  const capture = readCaptures().find((one) => one.method === 'GET' && one.path === path && one.status === 200);
  if (!capture) throw new Error(`GET ${path} was not captured`);
  const [captured, ours]: [Shape, Shape] = [
    JSON.parse(JSON.stringify(capture.body)),
    JSON.parse((await app.api.get(path)).text),
  ];
  return { captured, ours };
}

/** One line for each verb and argument. */
const lines = ({ routes }: Index): string[] =>
  Object.entries(routes).flatMap(([pattern, { endpoints }]) =>
    endpoints.flatMap(({ methods, args }) =>
      methods.flatMap((method) => [
        `${neutral(pattern)} ${method}`,
        ...Object.entries(args)
          .filter(([name]) => !(`${method} ${name}` in PARAMETERS))
          .map(([name, { required }]) => `${neutral(pattern)} ${method} ${name} ${required ? 'required' : 'optional'}`),
      ]),
    ),
  );

describeWithReference(CAPTURES, 'our API', () => {
  it('has every route, verb and argument of the reference in its index', async () => {
    const { captured, ours } = await both<Index>('');
    expect(lines(captured).length).toBeGreaterThan(200);
    const known = new Set(lines(ours));
    expect(lines(captured).filter((line) => !known.has(line))).toEqual([]);
    for (const [pattern, { methods }] of nonEmpty(Object.entries(captured.routes))) {
      const same = Object.entries(ours.routes).find(([name]) => neutral(name) === neutral(pattern));
      expect([pattern, same?.[1].methods.toSorted()]).toEqual([pattern, methods.toSorted()]);
    }
  });

  it('has every path, verb and schema member of the reference in its description', async () => {
    const { captured, ours } = await both<Document>('/doc');
    const verbs = ({ paths }: Document) =>
      Object.entries(paths).flatMap(([path, of]) => Object.keys(of).map((verb) => `${verb} ${path}`));
    expect(verbs(ours)).toEqual(expect.arrayContaining(verbs(captured)));
    // Names in the reference contain blanks.
    const members = ({ components }: Document) =>
      Object.entries(components.schemas).flatMap(([schema, { properties = {} }]) =>
        Object.keys(properties).map((name) => `${schema}.${name.trim()}`),
      );
    const known = new Set(members(ours));
    expect(members(captured).filter((name) => !known.has(name))).toEqual([]);
  });
});
