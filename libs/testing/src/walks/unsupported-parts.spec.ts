import { unsupportedParts } from './unsupported-parts';

const TEXT = { type: 'string' };
const BODIES = {
  Named: { type: 'object', properties: { name: TEXT } },
  Upload: { type: 'object', properties: { file: { type: 'string', format: 'binary' } } },
};
const JSON_BODY = { schema: { $ref: '#/components/schemas/Named' } };
const FILE_BODY = { schema: { $ref: '#/components/schemas/Upload' } };
const thing = (name: string) => ({ type: 'object', properties: { [name]: TEXT }, required: [name] });

const ofSchemas = (schemas: object) =>
  unsupportedParts({ components: { schemas: { ...schemas, Book: thing('book'), Page: thing('page') } } });
const ofSchema = (schema: object) => ofSchemas({ Thing: { type: 'object', properties: { member: schema } } });
const ofOperation = (operation: object) =>
  unsupportedParts({ paths: { '/': { post: operation } }, components: { schemas: BODIES } });
const ofBody = (content: object) => ofOperation({ requestBody: { content } });

const BOOK = { $ref: '#/components/schemas/Book' };
const PAGE = { $ref: '#/components/schemas/Page' };
const NULL = { type: 'null' };

describe('a schema that generators cannot express', () => {
  it.each([
    ['values of several JSON types', { type: 'boolean', enum: [true, 1, '1'] }],
    ['values without a type', { enum: ['a', 'b'] }],
    ['a record or null without a union', { ...thing('book'), type: ['object', 'null'] }],
    ['words and null', { type: ['string', 'null'], enum: ['a', 'b'] }],
    ['null among the values', { type: ['string', 'null'], enum: ['a', null] }],
    ['a fixed value without a type', { const: false }],
    ['several types', { type: ['array', 'string', 'integer', 'null'] }],
    ['two types', { type: ['boolean', 'string'] }],
    ['null alone', { type: 'null' }],
    ['a list of null alone', { type: ['null'] }],
    ['no type', { description: 'Anything' }],
    ['no type of its items', { type: 'array', items: {} }],
    ['a pattern beside a format', { type: 'string', format: 'date-time', pattern: '^2' }],
    ['alternatives of required members', { type: 'object', anyOf: [{ required: ['a'] }, { required: ['b'] }] }],
    ['a negation', { type: 'string', not: { const: 'a' } }],
    ['a condition', { type: 'string', if: { const: 'a' } }],
    ['a union of two texts', { anyOf: [TEXT, { type: 'string', format: 'uri' }] }],
    ['a union of equal objects', { anyOf: [BOOK, BOOK] }],
    ['a union without types', { anyOf: [BOOK, { const: false }] }],
    ['a union of null alone', { anyOf: [NULL] }],
    ['a fault of a member', { type: 'object', properties: { type: { type: ['string', 'number'] } } }],
    ['a fault of items', { type: 'array', items: { type: ['string', 'number'] } }],
    ['a fault of further members', { type: 'object', additionalProperties: { enum: [1] } }],
    ['a fault within a union', { anyOf: [{ type: 'array', items: {} }, NULL] }],
  ])('has %s', (_name, schema) => expect(ofSchema(schema)).not.toEqual([]));

  it.each([
    ['a text', TEXT],
    ['a value or null', { type: ['integer', 'null'], minimum: 0 }],
    ['words', { type: 'string', enum: ['a', 'b'], default: 'a' }],
    ['words or null', { anyOf: [{ type: 'string', enum: ['a', 'b'] }, NULL] }],
    ['a fixed value', { type: 'boolean', const: false }],
    ['a reference', { ...BOOK, description: 'The book' }],
    ['a record or null', { anyOf: [BOOK, NULL] }],
    ['different types', { anyOf: [BOOK, { type: 'boolean', const: false }] }],
    ['records with members of their own', { oneOf: [BOOK, PAGE] }],
    ['an empty list', { type: 'array', items: {}, maxItems: 0 }],
    ['members with names of keywords', { type: 'object', properties: { not: TEXT, type: TEXT, enum: TEXT } }],
    ['any members', { type: 'object', additionalProperties: true }],
    ['an extension', { type: 'boolean', 'x-accepts-also': [{ enum: [1, '1'] }] }],
  ])('is not: %s', (_name, schema) => expect(ofSchema(schema)).toEqual([]));
});

it('a name for a union is refused, because generators give names to types', () => {
  expect(ofSchemas({ Failure: { anyOf: [BOOK, PAGE] } })).toEqual(['Failure: a name for no type']);
});

describe('an operation that generators cannot express', () => {
  it.each([
    ['a form before JSON', { 'multipart/form-data': FILE_BODY, 'application/json': JSON_BODY }],
    ['a form without a file', { 'application/json': JSON_BODY, 'multipart/form-data': JSON_BODY }],
    ['an encoded form', { 'application/json': JSON_BODY, 'application/x-www-form-urlencoded': JSON_BODY }],
    ['two media types', { 'application/json': JSON_BODY, 'text/csv': { schema: TEXT } }],
    ['a fault of its schema', { 'application/json': { schema: {} } }],
    ['a record without a name', { 'application/json': { schema: BODIES.Named } }],
    ['a form without a name', { 'multipart/form-data': { schema: BODIES.Upload } }],
  ])('has a body with %s', (_name, content) => expect(ofBody(content)).not.toEqual([]));

  it.each([
    ['JSON', { 'application/json': JSON_BODY }],
    ['JSON, or a form with a file', { 'application/json': JSON_BODY, 'multipart/form-data': FILE_BODY }],
    ['a form with a file', { 'multipart/form-data': FILE_BODY }],
    ['a file of its own, or in a form', { 'text/calendar': { schema: TEXT }, 'multipart/form-data': FILE_BODY }],
  ])('does not have a body with %s', (_name, content) => expect(ofBody(content)).toEqual([]));

  it('answers with another type before JSON', () => {
    const content = { 'text/html': { schema: TEXT }, 'application/json': JSON_BODY };
    expect(ofOperation({ responses: { 200: { content } } })).toEqual([
      'paths/\u002f/post/responses: JSON is not the first',
    ]);
  });

  it('has a path parameter with a name that generated code takes', () => {
    const parameter = (name: string) => ({ parameters: [{ in: 'path', name, schema: TEXT }] });
    expect(ofOperation(parameter('contentType'))).toHaveLength(1);
    expect(ofOperation(parameter('itemType'))).toEqual([]);
  });

  it('has a parameter or a header with a faulty schema', () => {
    const faulty = { schema: { type: ['boolean', 'string'] } };
    expect(ofOperation({ parameters: [{ in: 'query', name: 'all', ...faulty }] })).toHaveLength(1);
    expect(unsupportedParts({ components: { headers: { Total: faulty } } })).toHaveLength(1);
  });
});
