import { STATUS_CODES } from 'node:http';
import { bodyOf, type Field, fieldsOf } from '../../domain/description/fields';
import { PROBLEM } from '../../domain/description/envelopes';
import { TEXT, WHOLE } from '../../domain/description/schema';
import { Components } from './components';
import type { ServedRoute } from './served-routes';

/**
 * The interface as an OpenAPI 3.1 document (calendar-behaviour §1), every verb on its true path and every answer as it comes.
 * @param root address of the interface's root, without a trailing slash
 */
export function openApi(routes: readonly ServedRoute[], root: string) {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) (paths[route.path || '/'] ??= {})[route.method.toLowerCase()] = operation(route, components);
  const problem = { 'application/json': { schema: components.resolve(PROBLEM) } };
  return {
    openapi: '3.1.1',
    info: {
      version: '1.0.0',
      title: 'Events calendar',
      description: 'Events with their venues, organizers, categories and tags: listing, reading, creating, changing and deleting.',
    },
    servers: [{ url: `${root}/` }],
    paths,
    components: {
      schemas: components.schemas,
      responses: Object.fromEntries(Object.entries(PROBLEMS).map(([name, description]) => [name, { description, content: problem }])),
      headers: HEADERS,
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'Authorization', description: '`Token <id>:<secret>`; reading needs none.' },
      },
    },
  };
}

const PROBLEMS = {
  Invalid: 'A parameter is missing or makes no sense',
  Unauthorized: 'No token was sent, or none that is known',
  Forbidden: 'Not for this caller',
  NotFound: 'There is no such thing',
  Gone: 'It is in the trash, or the token is too old',
  TooMany: 'Too many requests; `Retry-After` tells when to go on',
};

const HEADERS = {
  Total: { description: 'How many records there are', schema: WHOLE },
  TotalPages: { description: 'How many pages there are', schema: WHOLE },
  Link: { description: 'The next and the previous page (RFC 8288)', schema: TEXT },
};

function operation({ method, path, keys, note, takes, success, name }: ServedRoute, components: Components) {
  const isWrite = method !== 'GET';
  const hasBody = takes !== undefined && isWrite && method !== 'DELETE';
  const schema = components.resolve(note?.answer ?? {});
  return {
    operationId: name,
    summary: note?.summary ?? name,
    tags: [path.split('/')[1] || 'index'],
    parameters: [
      ...keys.map(pathParameter),
      ...(takes && !hasBody ? fieldsOf(takes).map((field) => queryParameter(field, components)) : []),
    ],
    ...(hasBody && { requestBody: requestBody(components.resolve(bodyOf(takes)), fieldsOf(takes)) }),
    responses: {
      [success]: {
        description: STATUS_CODES[success] ?? '',
        ...(note?.isList && { headers: LIST_HEADERS }),
        content: { [note?.mediaType ?? 'application/json']: { schema } },
      },
      ...problems({ isWrite, isItem: keys.length > 0 }),
    },
    // Strangers may read; a token lets callers read more.
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

function problems({ isWrite, isItem }: { isWrite: boolean; isItem: boolean }) {
  const response = (name: keyof typeof PROBLEMS) => ({ $ref: `#/components/responses/${name}` });
  return {
    400: response('Invalid'),
    401: response('Unauthorized'),
    403: response('Forbidden'),
    404: response('NotFound'),
    ...((isWrite ? isItem : !isItem) && { 410: response('Gone') }),
    429: response('TooMany'),
  };
}

const pathParameter = (name: string) => ({
  name,
  in: 'path',
  required: true,
  description: isId(name) ? 'Id of the record' : 'Slug of the record',
  schema: isId(name) ? { ...WHOLE, minimum: 0 } : TEXT,
});

/** Parameters of paths called so are numbers. */
export const isId = (name: string): boolean => /^id$|Id$|_id$/.test(name);

function queryParameter({ name, required, schema, description }: Field, components: Components) {
  const list = schema['type'] === 'array' && { style: 'form', explode: false };
  const members = schema['type'] === 'object' && { style: 'deepObject', explode: true };
  return { name, in: 'query', required, description, ...list, ...members, schema: components.resolve(schema) };
}

function requestBody(schema: unknown, fields: readonly Field[]) {
  const content = { schema };
  return {
    required: fields.some(({ required }) => required),
    content: { 'application/json': content, 'application/x-www-form-urlencoded': content },
  };
}
