import { STATUS_CODES } from 'node:http';
import { bodyOf, type Field, fieldsOf } from '../../calendar/description/fields';
import { PROBLEM } from '../../calendar/description/envelopes';
import { TEXT, WHOLE } from '../../calendar/description/schema';
import { Components } from './components';
import type { ServedRoute } from './served-routes';

/**
 * The API as an OpenAPI 3.1 document (calendar-behaviour §1): the real paths and verbs, and the real form of every answer.
 * @param root address of the API's root, without a trailing slash
 */
export function openApi(routes: readonly ServedRoute[], root: string) {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    (paths[route.path || '/'] ??= {})[route.method.toLowerCase()] = operation(route, components);
  const problem = { 'application/json': { schema: components.resolve(PROBLEM) } };
  return {
    openapi: '3.1.1',
    info: {
      version: '1.0.0',
      title: 'Events calendar',
      description:
        'Events with their venues, organizers, categories and tags: listing, reading, creating, changing and deleting.',
    },
    servers: [{ url: `${root}/` }],
    paths,
    components: {
      schemas: components.schemas,
      responses: Object.fromEntries(
        Object.values(PROBLEMS).map(([name, description]) => [name, { description, content: problem }]),
      ),
      parameters: ANSWER_FORM,
      headers: HEADERS,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: '`Token <id>:<secret>`, also as `Bearer` or as a Basic password; reading needs none.',
        },
      },
    },
  };
}

/** Names and descriptions of responses, by status. */
const PROBLEMS: Readonly<Record<number, readonly [name: string, meaning: string]>> = {
  400: ['Invalid', 'A parameter is missing or makes no sense'],
  401: ['Unauthorized', 'No token was sent, or none that is known'],
  403: ['Forbidden', 'Not for this caller'],
  404: ['NotFound', 'There is no such thing'],
  409: ['Conflict', 'Not as things are now'],
  410: ['Gone', 'It is in the trash, or the token is too old'],
  413: ['TooLarge', 'More than the service takes'],
  415: ['UnsupportedType', 'The body is of a type, charset or compression that is not read'],
  429: ['TooMany', 'Too many requests; `Retry-After` tells when to go on'],
};

/** Parameters of every JSON answer. */
const ANSWER_FORM = {
  Fields: {
    name: '_fields',
    in: 'query',
    description:
      'Members of the answer to keep, separated by commas; dots lead to nested members, such as `events.venue.city`',
    schema: TEXT,
  },
  Envelope: {
    name: '_envelope',
    in: 'query',
    description: 'Puts the answer, its status and its headers into one object, whatever its value',
    allowEmptyValue: true,
    schema: TEXT,
  },
};

const HEADERS = {
  Total: { description: 'How many records there are', schema: WHOLE },
  TotalPages: { description: 'How many pages there are', schema: WHOLE },
  Link: { description: 'The next and the previous page (RFC 8288)', schema: TEXT },
};

function operation(route: ServedRoute, components: Components) {
  const { method, path, keys, note, takes, success, name } = route;
  const isWrite = method !== 'GET';
  const hasBody = takes !== undefined && isWrite && method !== 'DELETE';
  const schema = components.resolve(note?.answer ?? {});
  return {
    operationId: name,
    summary: note?.summary ?? name,
    tags: [path.split('/')[1] || 'index'],
    parameters: [
      ...keys.map((key) => pathParameter(key, note?.keys)),
      ...(takes && !hasBody ? fieldsOf(takes).map((field) => queryParameter(field, components)) : []),
      ...(note?.mediaType === undefined
        ? Object.keys(ANSWER_FORM).map((name) => ({ $ref: `#/components/parameters/${name}` }))
        : []),
    ],
    ...(hasBody && { requestBody: requestBody(components.resolve(bodyOf(takes)), fieldsOf(takes), note?.bodyTypes) }),
    responses: {
      [success]: {
        description: STATUS_CODES[success] ?? '',
        ...(note?.isList && { headers: LIST_HEADERS }),
        content: { [note?.mediaType ?? 'application/json']: { schema } },
      },
      ...problems(route, hasBody),
    },
    // Anonymous callers may read; a token lets callers read more.
    security: isWrite ? [{ token: [] }] : [{}, { token: [] }],
  };
}

const headerOf = (name: string) => ({ $ref: `#/components/headers/${name}` });
const LIST_HEADERS = {
  'X-Total': headerOf('Total'),
  'X-Total-Pages': headerOf('TotalPages'),
  'X-TEC-Total': headerOf('Total'),
  'X-TEC-TotalPages': headerOf('TotalPages'),
  Link: headerOf('Link'),
};

/** The refusals of every route of the same kind, and those of the route itself. */
function problems({ method, keys, note }: ServedRoute, hasBody: boolean) {
  const gone = method !== 'GET' && keys.length > 0 ? [410] : [];
  const unread = hasBody ? [413, 415] : [];
  const statuses = [400, 401, 403, 404, ...gone, ...unread, 429, ...(note?.refusals ?? [])];
  return Object.fromEntries(
    statuses.map((status) => [status, { $ref: `#/components/responses/${PROBLEMS[status]?.[0] ?? 'Invalid'}` }]),
  );
}

const KEYS: Readonly<Record<string, string>> = { id: 'Id of the record', slug: 'Slug of the record' };

const pathParameter = (name: string, meanings: Readonly<Record<string, string>> = {}) => ({
  name,
  in: 'path',
  required: true,
  description: meanings[name] ?? KEYS[name] ?? `${name.replace(/Id$/, '')} of the path`,
  schema: isId(name) ? { ...WHOLE, minimum: 0 } : TEXT,
});

/** Path parameters with such names are numbers. */
export const isId = (name: string): boolean => /^id$|Id$|_id$/.test(name);

function queryParameter({ name, required, schema, description }: Field, components: Components) {
  const list = schema['type'] === 'array' && { style: 'form', explode: false };
  const members = schema['type'] === 'object' && { style: 'deepObject', explode: true };
  return { name, in: 'query', required, description, ...list, ...members, schema: components.resolve(schema) };
}

const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

function requestBody(schema: unknown, fields: readonly Field[], types: readonly string[] = BODY_TYPES) {
  return {
    required: fields.some(({ required }) => required),
    content: Object.fromEntries(types.map((type) => [type, { schema }])),
  };
}
