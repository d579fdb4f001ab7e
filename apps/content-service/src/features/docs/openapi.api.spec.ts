import { DescribedAnswers, type Description, unsupportedParts } from '@almanac/testing';
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

  it('has only parts that generators of clients can express; other spellings that are accepted are text', () => {
    expect(unsupportedParts(description)).toEqual([]);
  });

  it('describes exactly the served routes below /api, which itself redirects', () => {
    const served = app.routes.filter(({ path }) => path.startsWith('/api/'));
    const described = operations().map(({ route }) => route.replace(/\{\w+\}/g, '{}'));
    expect(described.sort()).toEqual(
      served.map(({ method, path }) => `${method} ${path.replace(/:\w+/g, '{}')}`).sort(),
    );
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

  it('requires the name of a new page, and says in words that it needs a parent', () => {
    const { required, properties = {} } = description.components.schemas['CreatePage'] ?? {};
    expect({ required, parents: [properties['book_id'], properties['chapter_id']] }).toMatchObject({
      required: ['name'],
      parents: [
        { description: 'The book to put the page into. Required unless `chapter_id` is sent' },
        { description: 'The chapter to put the page into. Required unless `book_id` is sent' },
      ],
    });
  });

  it.each([
    ['CreateAttachment', ['link', 'name', 'uploaded_to']],
    ['CreateAttachmentUpload', ['name', 'uploaded_to']],
  ])('requires the members of %s that have no alternative', (name, required) => {
    expect(description.components.schemas[name]?.required?.toSorted()).toEqual(required);
  });

  it('has one schema for all errors, and one more for the archives that an upload refuses', () => {
    const bodies = (responses: object) => JSON.stringify(responses).match(/schemas\/\w*(?:Error|Refused)\w*/g) ?? [];
    const { responses } = description.components;
    const refusing = operations().filter(({ operation }) => bodies(operation.responses).length > 0);
    expect(Object.keys(responses).length).toBeGreaterThan(10);
    expect(new Set(bodies(responses))).toEqual(new Set(['schemas/ContentError']));
    expect(refusing.map(({ route, operation }) => ({ route, bodies: bodies(operation.responses) }))).toEqual([
      { route: 'POST /api/imports', bodies: ['schemas/ContentError', 'schemas/RefusedImport'] },
    ]);
  });

  it('describes filters by their type', () => {
    const filters = description.paths['/api/pages']?.['get']?.parameters ?? [];
    const schemaOf = (name: string) => filters.find((parameter) => parameter.name === name)?.schema;
    expect([
      schemaOf('filter[book_id]'),
      schemaOf('filter[template:ne]'),
      schemaOf('filter[book_id:like]'),
    ]).toMatchObject([{ type: 'integer', examples: [12] }, { type: 'boolean', examples: [true] }, { type: 'string' }]);
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
