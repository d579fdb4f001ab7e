import { DescribedAnswers, type Description } from '@almanac/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { type ContentApp, startContent } from '../../testing/content-app';

let app: ContentApp;
let text: string;
let description: Description;
beforeAll(async () => {
  app = await startContent();
  text = (await app.api.as(await app.given.viewer()).get('/api/openapi.json')).text;
  description = JSON.parse(text);
});
afterAll(() => app.close());

const operations = () =>
  Object.entries(description.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, operation]) => ({ route: `${method.toUpperCase()} ${path}`, operation })),
  );

describe('GET /api/openapi.json', () => {
  it('returns a valid OpenAPI 3.1 document', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(text));
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    expect(new DescribedAnswers(description).brokenSchemas()).toEqual([]);
  });

  it('describes exactly the served routes below /api, which itself redirects', () => {
    const served = app.routes.filter(({ path }) => path.startsWith('/api/'));
    expect(
      operations()
        .map(({ route }) => route)
        .sort(),
    ).toEqual(served.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort());
  });

  it('has a summary for each route; a new one needs an entry in `@Routes`', () => {
    const silent = operations().filter(({ operation }) => operation.summary === operation.operationId);
    expect(silent.map(({ route }) => route)).toEqual([]);
    expect(operations().filter(({ operation }) => / {2}| $/.test(operation.summary))).toEqual([]);
  });

  it('describes each parameter and body member; a new field needs a note in `@Explained`', () => {
    const parameters = operations().flatMap(({ route, operation }) =>
      operation.parameters
        .filter(({ $ref }) => $ref === undefined)
        .map((parameter) => ({ at: `${route} ${parameter.name}`, ...parameter })),
    );
    const members = Object.entries(description.components.schemas)
      .filter(([name]) => /^(Create|Update|Run|RolePermission|Fallback)/.test(name))
      .flatMap(([name, { properties }]) =>
        Object.entries(properties ?? {}).map(([key, member]) => ({
          at: `${name}.${key}`,
          description: member.description,
        })),
      );
    expect(members.length).toBeGreaterThan(50);
    expect([...parameters, ...members].filter((field) => !field.description).map(({ at }) => at)).toEqual([]);
  });

  it('has a valid example for each parameter of a path or a query', () => {
    expect(new DescribedAnswers(description).parameterFaults()).toEqual([]);
  });

  it('requires a parent of a new page, but no text, which a default template may give', () => {
    const { required, anyOf, allOf } = description.components.schemas['CreatePage'] ?? {};
    expect({ required, anyOf, allOf }).toEqual({
      required: ['name'],
      anyOf: [{ required: ['book_id'] }, { required: ['chapter_id'] }],
      allOf: undefined,
    });
  });

  it('requires no parent of an import, because a book has none', () => {
    const { properties = {}, required } = description.components.schemas['RunImport'] ?? {};
    expect({ names: Object.keys(properties), required }).toEqual({
      names: ['parent_type', 'parent_id'],
      required: undefined,
    });
    expect(JSON.parse(text)).toHaveProperty(['paths', '/api/imports/{id}', 'post', 'requestBody', 'required'], false);
  });

  it('gives every operation a unique id', () => {
    const names = operations().map(({ operation }) => operation.operationId);
    expect(new Set(names).size).toBe(names.length);
  });

  it('describes the filters, the order and the part of a list', () => {
    const names = description.paths['/api/books']?.['get']?.parameters.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['count', 'offset', 'sort', 'filter[name:like]', 'filter[id]']));
  });

  it('returns 401 without a token', async () => {
    expect((await app.api.get('/api/openapi.json')).status).toBe(401);
  });
});
