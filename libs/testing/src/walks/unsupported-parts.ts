import { type Members, membersOf } from '@almanac/validation';

const KEYWORDS = new Set([
  ...['$ref', 'type', 'format', 'description', 'default', 'examples', 'enum', 'const', 'pattern'],
  ...['properties', 'required', 'additionalProperties', 'items', 'anyOf', 'oneOf'],
  ...['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'uniqueItems'],
]);

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'];

/** Generated functions have parameters of their own with these names. */
const RESERVED_NAMES = ['body', 'contentType', 'params', 'server'];

/**
 * Parts of an OpenAPI document that generators of clients cannot express, or read in another way than its services. Of the whole language of
 * schemas they know one type for a value, also with null, records, lists, and unions whose members a reader can tell apart.
 */
export function unsupportedParts(document: unknown): string[] {
  const { paths, components } = membersOf(document);
  const { schemas, ...others } = membersOf(components);
  const resolve = (schema: unknown): Members => {
    const { $ref } = membersOf(schema);
    const name = typeof $ref === 'string' ? /^#\/components\/schemas\/(\w+)$/.exec($ref)?.[1] : undefined;
    return name === undefined ? membersOf(schema) : membersOf(membersOf(schemas)[name]);
  };
  return [
    ...Object.entries(membersOf(schemas)).flatMap(([name, schema]) => [
      ...(typeOf(membersOf(schema)) === undefined ? [`${name}: a name for no type`] : []),
      ...schemaFaults(schema, name, resolve),
    ]),
    ...Object.entries({ paths, ...others }).flatMap(([name, part]) => partFaults(part, name, resolve)),
  ];
}

type Resolve = (schema: unknown) => Members;

/** Faults outside of schemas: bodies, answers and parameters. */
function partFaults(part: unknown, at: string, resolve: Resolve): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { in: place, name, requestBody, responses } = membersOf(part);
  return [
    ...(place === 'path' && RESERVED_NAMES.includes(String(name)) ? [`${at}: the name ${String(name)} is taken`] : []),
    ...contentFaults(membersOf(requestBody)['content'], `${at}/body`, resolve),
    ...Object.values(membersOf(responses)).flatMap((one) => orderFaults(membersOf(one)['content'], `${at}/responses`)),
    ...Object.entries(part).flatMap(([key, member]) => {
      if (key === 'example' || key === 'examples') return [];
      return key === 'schema' ? schemaFaults(member, at, resolve) : partFaults(member, `${at}/${key}`, resolve);
    }),
  ];
}

/**
 * JSON comes first, and alone unless a form can carry a file. A record has a name of its own: generators would call it after its
 * operation, as they call the parameters of that operation.
 */
function contentFaults(content: unknown, at: string, resolve: Resolve): string[] {
  const media = Object.entries(membersOf(content));
  const forms = media.filter(([type]) => type.includes('form'));
  const fileless = forms.filter(
    ([type, body]) => type !== 'multipart/form-data' || !hasFile(resolve(membersOf(body)['schema'])),
  );
  return [
    ...fileless.map(([type]) => `${at}: ${type} carries no file`),
    ...media.filter(([, body]) => isUnnamed(membersOf(body)['schema'])).map(([type]) => `${at}: ${type} has no name`),
    ...orderFaults(content, at),
    ...(media.length - forms.length > 1 ? [`${at}: has several media types`] : []),
  ];
}

const isUnnamed = (schema: unknown): boolean => membersOf(schema)['properties'] !== undefined;

const hasFile = ({ properties }: Members): boolean =>
  Object.values(membersOf(properties)).some((member) => membersOf(member)['format'] === 'binary');

function orderFaults(content: unknown, at: string): string[] {
  const types = Object.keys(membersOf(content));
  return types.includes('application/json') && types[0] !== 'application/json' ? [`${at}: JSON is not the first`] : [];
}

/** Names in `properties` are no keywords, so schemas are walked by the keywords that hold further ones. */
function schemaFaults(schema: unknown, at: string, resolve: Resolve): string[] {
  const members = membersOf(schema);
  const { properties, items, maxItems, additionalProperties, anyOf, oneOf } = members;
  const inner: [string, unknown][] = [
    ...Object.entries(membersOf(properties)),
    ...(items === undefined || maxItems === 0 ? [] : [['[]', items] satisfies [string, unknown]]),
    ...(typeof additionalProperties === 'object' ? [['{}', additionalProperties] satisfies [string, unknown]] : []),
    ...withoutNull([...listed(anyOf), ...listed(oneOf)]).map((one, i): [string, unknown] => [`|${i}`, one]),
  ];
  return [
    ...ownFaults(members, resolve).map((fault) => `${at}: ${fault}`),
    ...inner.flatMap(([name, one]) => schemaFaults(one, `${at}.${name}`, resolve)),
  ];
}

function ownFaults(schema: Members, resolve: Resolve): string[] {
  const { type, enum: values, const: value } = schema;
  const unions = [schema['anyOf'], schema['oneOf']].filter((union) => union !== undefined);
  const single = typeOf(schema);
  const fixed = [...listed(values), ...('const' in schema ? [value] : [])];
  const stated = [type, schema['$ref'], ...unions].filter((one) => one !== undefined).length;
  return [
    ...Object.keys(schema)
      .filter((key) => !KEYWORDS.has(key) && !key.startsWith('x-'))
      .map((key) => `the keyword ${key}`),
    ...(stated === 1 ? [] : ['must have one of type, $ref, anyOf and oneOf']),
    ...(Array.isArray(type) && 'properties' in schema ? ['a record or null without anyOf'] : []),
    ...(Array.isArray(type) && fixed.length > 0 ? ['fixed values beside null, which is none of them'] : []),
    ...(type !== undefined && single === undefined ? [`the type ${JSON.stringify(type)}`] : []),
    ...fixed.filter((one) => jsonType(one, single) !== single).map((one) => `${JSON.stringify(one)} is no ${single}`),
    ...('pattern' in schema && 'format' in schema ? ['a pattern beside a format'] : []),
    ...unions.flatMap((union) => unionFaults(listed(union), resolve)),
  ];
}

/** A union of one schema and null, of different JSON types, or of objects of which each requires a member that no other requires. */
function unionFaults(union: readonly unknown[], resolve: Resolve): string[] {
  const schemas = withoutNull(union).map(resolve);
  const types = schemas.map(typeOf);
  const objects = schemas.filter((schema) => typeOf(schema) === 'object');
  const others = types.filter((type) => type !== 'object');
  const isDistinct = objects.every((one) =>
    listed(one['required']).some((name) =>
      objects.every((other) => other === one || !listed(other['required']).includes(name)),
    ),
  );
  const faults = new Set(others).size === others.length && (objects.length < 2 || isDistinct);
  return schemas.length === 0 || !faults || types.includes(undefined) ? ['a union that cannot be told apart'] : [];
}

/** The one type of a schema, without null. */
function typeOf({ type }: Members): string | undefined {
  const isNullable = Array.isArray(type) && type.length === 2 && type[1] === 'null';
  const single: unknown = isNullable ? type[0] : type;
  return typeof single === 'string' && TYPES.includes(single) ? single : undefined;
}

/** Whole numbers are of type `number` too. */
function jsonType(value: unknown, expected: string | undefined): string {
  if (value === null) return 'null';
  if (typeof value === 'number') return expected === 'integer' && Number.isInteger(value) ? 'integer' : 'number';
  return Array.isArray(value) ? 'array' : typeof value;
}

const withoutNull = (union: readonly unknown[]): unknown[] => union.filter((one) => membersOf(one)['type'] !== 'null');
const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
