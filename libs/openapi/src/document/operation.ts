import { STATUS_CODES } from 'node:http';
import type { Components } from './components';
import { bodyOf, type Field, fieldsOf, formOf, isFile } from '../fields';
import { headerOf } from './headers';
import { listingParameters } from './listing-parameters';
import type { Interface } from './openapi';
import { PROBLEMS } from './problems';
import { TEXT, WHOLE } from '../schema';
import type { ServedRoute } from '../routes/served-routes';

/** One route as an operation of the document. */
export function describeOperation(route: ServedRoute, about: Interface, components: Components) {
  const { method, path, keys, note, takes, listing } = route;
  const name = nameOf(route, about);
  const isRead = method === 'GET';
  const hasBody = takes !== undefined && !isRead && method !== 'DELETE';
  const isJson = note?.mediaType === undefined;
  return {
    operationId: name,
    summary: note?.summary ?? name,
    ...(note?.description !== undefined && { description: note.description }),
    tags: [about.groupOf(path)],
    ...(note?.isDeprecated && { deprecated: true }),
    parameters: [
      ...keys.map((key) => pathParameter(key, route, about, components)),
      ...(takes && !hasBody ? fieldsOf(takes).map((field) => queryParameter(field, components)) : []),
      ...(listing ? listingParameters(listing) : []),
      ...(isConditional(route) ? [reference('parameters', 'IfNoneMatch')] : []),
      ...(comparesVersion(route) ? [reference('parameters', 'IfMatch')] : []),
      ...(route.isRepeatable ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(isJson ? Object.keys(about.parameters ?? {}).map((key) => reference('parameters', key)) : []),
    ],
    ...(hasBody && { requestBody: requestBody(route, about, components) }),
    responses: { ...successes(route, about, components), ...refusals(route, about, hasBody) },
    security: securityOf(route, about),
  };
}

/** Reads of records and of lists take `If-None-Match`. */
const isConditional = ({ method, note, listing }: ServedRoute): boolean =>
  method === 'GET' && (note?.isVersioned === true || note?.isList === true || listing !== undefined);

/** A creation has no version to compare. */
const comparesVersion = ({ method, keys, note, success }: ServedRoute): boolean =>
  note?.isVersioned === true && method !== 'GET' && keys.length > 0 && success !== 201;

const nameOf = (route: ServedRoute, { nameOf: own }: Interface): string => own?.(route) ?? route.name;

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function successes(route: ServedRoute, about: Interface, components: Components) {
  const { note, success } = route;
  const headers = {
    ...RATE_HEADERS,
    ...(note?.isList &&
      Object.fromEntries(Object.entries(about.listHeaders ?? {}).map(([key, of]) => [key, reference('headers', of)]))),
    ...(route.listing && { 'X-Total-Count': headerOf('Total'), Link: headerOf('Link') }),
    ...((note?.isVersioned === true || isConditional(route)) && success !== 204 && { ETag: headerOf('ETag') }),
    ...(route.isRepeatable && { 'Idempotency-Replayed': headerOf('Replayed') }),
  };
  const { response: example } = about.examples.of(nameOf(route, about));
  const types = [note?.mediaType ?? 'application/json'].flat();
  const content = note?.answer && {
    content: Object.fromEntries(
      types.map((type) => [
        type,
        { schema: components.resolve(note.answer), ...(example !== undefined && type.includes('json') && { example }) },
      ]),
    ),
  };
  const others = Object.entries(note?.others ?? {}).map(([status, { description, answer }]): [string, object] => [
    status,
    {
      description,
      headers: RATE_HEADERS,
      ...(answer && { content: { 'application/json': { schema: components.resolve(answer) } } }),
    },
  ]);
  return {
    [success]: { description: STATUS_CODES[success] ?? '', headers, ...content },
    ...(isConditional(route) && { 304: { description: STATUS_CODES[304] ?? '', headers: { ETag: headerOf('ETag') } } }),
    ...Object.fromEntries(others),
  };
}

const RATE_HEADERS = { 'X-RateLimit-Limit': headerOf('RateLimit'), 'X-RateLimit-Remaining': headerOf('RateRemaining') };

/** The refusals of every route of the same kind, and those of the route itself. */
function refusals(route: ServedRoute, about: Interface, hasBody: boolean) {
  const { note } = route;
  const changed = comparesVersion(route) ? [400, 412] : [];
  const unread = hasBody ? [413, 415] : [];
  const repeated = route.isRepeatable ? [400, 409, 422] : [];
  const statuses = [
    ...about.refusals(route, hasBody),
    ...changed,
    ...unread,
    ...repeated,
    429,
    500,
    503,
    507,
    ...(note?.refusals ?? []),
  ];
  return Object.fromEntries(
    statuses.map((status) => [status, reference('responses', PROBLEMS[status]?.name ?? 'Invalid')]),
  );
}

function securityOf({ method, access }: ServedRoute, { isOpen, readers }: Interface): object[] {
  const isRead = method === 'GET';
  const scopes = [isRead ? 'read' : 'write', ...access.permissions];
  const schemes = ['token', 'bearer', 'basic', ...(isRead ? Object.keys(readers ?? {}) : [])];
  // Anonymous callers may read an open interface; a token lets callers read more.
  const isPublic = access.isPublic ?? (isOpen && isRead);
  return [...(isPublic ? [{}] : []), ...schemes.map((scheme) => ({ [scheme]: scopes }))];
}

const KEYS: Readonly<Record<string, string>> = { id: 'Id of the record', slug: 'Slug of the record' };

function pathParameter(name: string, { note }: ServedRoute, about: Interface, components: Components) {
  const meaning = note?.keys?.[name];
  const { description, ...schema } = typeof meaning === 'object' ? meaning : { description: meaning };
  const known = about.keys?.[name] ?? (isId(name) ? { ...WHOLE, minimum: 0 } : TEXT);
  return {
    name,
    in: 'path',
    required: true,
    description: description ?? KEYS[name] ?? `Id of the ${name.replace(/_?Id$/i, '')}`,
    schema: components.resolve(Object.keys(schema).length > 0 ? schema : known),
  };
}

/** Path parameters with such names are numbers. */
export const isId = (name: string): boolean => /^id$|Id$|_id$/.test(name);

function queryParameter({ name, required, schema, description }: Field, components: Components) {
  const list = schema['type'] === 'array' && { style: 'form', explode: false };
  const members = schema['type'] === 'object' && { style: 'deepObject', explode: true };
  return { name, in: 'query', required, description, ...list, ...members, schema: components.resolve(schema) };
}

/** A body with files is a form; its JSON has the other fields, unless it needs a file. */
function requestBody(route: ServedRoute, about: Interface, components: Components) {
  const { takes, note } = route;
  const fields = takes ? fieldsOf(takes) : [];
  const files = fields.filter(isFile);
  const types = note?.bodyTypes ?? (files.length > 0 ? withForms(about.bodyTypes, files) : about.bodyTypes);
  const { request: example } = about.examples.of(nameOf(route, about));
  return {
    required: fields.some(({ required }) => required),
    content: Object.fromEntries(
      types.map((type) => [
        type,
        {
          schema: takes && components.resolve(type.startsWith('multipart/') ? formOf(takes) : bodyOf(takes)),
          ...(example !== undefined && type === 'application/json' && { example }),
        },
      ]),
    ),
  };
}

const withForms = (types: readonly string[], files: readonly Field[]): string[] => [
  'multipart/form-data',
  ...types.filter((type) => type !== 'multipart/form-data' && !files.some(({ required }) => required)),
];
