import { DescribedAnswers, type Description, unsupportedParts } from '@almanac/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { NAMESPACE } from '../../config';
import { type CalendarApp, startCalendar } from '../../testing/calendar-app';

let app: CalendarApp;
let text: string;
let description: Description;
beforeAll(async () => {
  app = await startCalendar();
  text = (await app.api.get('/doc')).text;
  description = JSON.parse(text);
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('the API description', () => {
  it('is a valid OpenAPI 3.1 document with schemas for every record', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(new DescribedAnswers(description).brokenSchemas()).toEqual([]);
    expect(description).toMatchObject({
      openapi: '3.1.1',
      servers: [{ url: 'https://calendar.example/calendar/events/v1/' }],
      paths: { '/tags': { post: { responses: { 201: {} } } }, '/tags/{id}': { post: { responses: { 200: {} } } } },
      components: {
        schemas: {
          Event: {},
          Venue: {},
          Organizer: {},
          Term: {},
          Image: {},
          ImageSize: {},
          CostDetails: {},
          DateDetails: {},
          Error: {},
        },
      },
    });
  });

  it('has only parts that generators of clients can express; other spellings that are accepted are text', () => {
    expect(unsupportedParts(description)).toEqual([]);
  });

  it('has a valid example for each parameter of a path or a query', () => {
    expect(new DescribedAnswers(description).parameterFaults()).toEqual([]);
  });

  it('contains exactly the served routes', () => {
    const root = `/${NAMESPACE}`;
    const served = app.routes.filter(({ path }) => path === root || path.startsWith(`${root}/`));
    const routes = served.map(
      ({ method, path }) => `${method} ${path.slice(root.length).replace(/:(\w+)/g, '{$1}') || '/'}`,
    );
    expect(
      operations()
        .map(({ route }) => route)
        .sort(),
    ).toEqual(routes.sort());
  });

  it('has a summary for each route; a new one needs an entry in `@Routes`', () => {
    const mute = operations().filter(({ operation }) => operation.summary === operation.operationId);
    expect(mute.map(({ route }) => route)).toEqual([]);
  });

  it('describes each parameter and body member; a new field needs a note in `@Explained`', () => {
    const parameters = operations().flatMap(({ route, operation }) =>
      operation.parameters
        .filter(({ $ref }) => $ref === undefined)
        .map((parameter) => ({ at: `${route} ${parameter.name}`, ...parameter })),
    );
    const bodies = Object.entries(description.components.schemas).filter(([name]) => /^(Create|Update)/.test(name));
    const members = bodies.flatMap(([name, { properties }]) =>
      Object.entries(properties ?? {}).map(([key, member]) => ({
        at: `${name}.${key}`,
        description: member.description,
      })),
    );
    expect(bodies.length).toBeGreaterThanOrEqual(10);
    expect([...parameters, ...members].filter((field) => !field.description).map(({ at }) => at)).toEqual([]);
  });

  it('offers an idempotency key for each POST but those that refuse one', () => {
    const keyless = operations().filter(
      ({ operation }) => !operation.parameters.some(({ $ref }) => $ref === '#/components/parameters/IdempotencyKey'),
    );
    expect(
      keyless
        .map(({ route }) => route)
        .filter((route) => route.startsWith('POST'))
        .sort(),
    ).toEqual(['POST /events/{id}/attendees', 'POST /feeds', 'POST /import']);
  });

  it('lists 413 and 415 only for routes with a request body', () => {
    const refuses = operations().map(({ route, operation }) => ({
      route,
      refuses: '413' in operation.responses && '415' in operation.responses,
    }));
    expect(refuses).toEqual(
      operations().map(({ route, operation }) => ({ route, refuses: 'requestBody' in operation })),
    );
  });

  it('gives every operation a unique id', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });
});
