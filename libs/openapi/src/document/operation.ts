import { STATUS_CODES } from 'node:http';
import { type Field, fieldsOf, bodyOf, isFile, uploadOf } from '../fields';
import type { ServedRoute } from '../routes/served-routes';
import { TEXT, WHOLE, type Components } from '../schema';
import { headerOf, RATE_HEADERS } from './headers';
import type { Interface } from './interface';
import { listingParameters, isId, withExample } from './parameters';
import { comparesVersion, refusalResponses } from './refusals';

/** One route as an operation of the document. */
export function describeOperation(route: ServedRoute, about: Interface, components: Components) {
  const { method, path, keys, note, takes, listing } = route;
  const name = nameOf(route, about);
  const isRead = method === 'GET';
  const hasBody = takes !== undefined && !isRead && method !== 'DELETE';
  const isJson = (note?.mediaType ?? note?.answers) === undefined;
  return {
    operationId: name,
    summary: note?.summary ?? name,
    description: [note?.description, scopesText(route, about)].filter((text) => text !== undefined).join('\n\n'),
    tags: [about.groupOf(path)],
    parameters: [
      ...keys.map((key) => pathParameter(key, route, about, components)),
      ...(takes && (!hasBody || note?.bodies)
        ? fieldsOf(takes).map((field) => queryParameter(field, about, components))
        : []),
      ...(listing ? listingParameters(listing) : []),
      ...route.query.map(({ name, description, schema }) =>
        queryParameter({ name, description, schema, required: false }, about, components),
      ),
      ...(isConditional(route) ? [reference('parameters', 'IfNoneMatch')] : []),
      ...(comparesVersion(route) ? [reference('parameters', 'IfMatch')] : []),
      ...(route.isRepeatable ? [reference('parameters', 'IdempotencyKey')] : []),
      ...(isJson ? Object.keys(about.parameters ?? {}).map((key) => reference('parameters', key)) : []),
    ],
    ...(hasBody && { requestBody: requestBody(route, components, about.examples.of(name).request) }),
    responses: { ...successes(route, about, components), ...refusalResponses(route, about, hasBody, components) },
    security: securityOf(route, about),
    // Not in `security`: there, tools accept scopes of OAuth only.
    'x-token-scopes': scopesOf(route),
  };
}

/** Reads of records and of lists take `If-None-Match`. */
const isConditional = ({ method, note, listing }: ServedRoute): boolean =>
  method === 'GET' && (note?.isVersioned === true || note?.isList === true || listing !== undefined);

const scopesOf = ({ method, access }: ServedRoute): string[] => [
  method === 'GET' ? 'read' : 'write',
  ...access.permissions,
];

function scopesText(route: ServedRoute, about: Interface): string {
  const needed = `A token with scopes needs ${scopesOf(route)
    .map((scope) => `\`${scope}\``)
    .join(' and ')}.`;
  return isOpen(route, about) ? `Needs no token. ${needed}` : needed;
}

/** Anonymous callers may read an open interface; a token lets callers read more. */
const isOpen = ({ method, access }: ServedRoute, { isOpen: areReads }: Interface): boolean =>
  access.isPublic ?? (areReads && method === 'GET');

const nameOf = (route: ServedRoute, { nameOf: own }: Interface): string => own?.(route) ?? route.name;

const reference = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });

function successes(route: ServedRoute, about: Interface, components: Components) {
  const { note, success } = route;
  const headers = {
    ...RATE_HEADERS,
    ...(note?.isList &&
      Object.fromEntries(Object.entries(about.listHeaders ?? {}).map(([key, of]) => [key, reference('headers', of)]))),
    ...(route.listing && { 'X-Total-Count': headerOf('Total'), Link: headerOf('Link') }),
    ...((note?.isVersioned !== undefined || isConditional(route)) && success !== 204 && { ETag: headerOf('ETag') }),
    ...(route.method === 'POST' && route.holdsRecords && !isDeferred(route) && { Location: headerOf('Location') }),
    ...((note?.mediaType ?? note?.answers) !== undefined && { 'Content-Disposition': headerOf('Disposition') }),
    ...(route.isRepeatable && { 'Idempotency-Replayed': headerOf('Replayed') }),
    ...note?.headers,
  };
  const { response: example } = about.examples.of(nameOf(route, about));
  const bodies = note?.answers ?? (note?.answer && { [note.mediaType ?? 'application/json']: note.answer });
  const content = bodies && {
    content: Object.fromEntries(
      Object.entries(bodies).map(([type, answer]) => [
        type,
        { schema: components.resolve(answer), ...(example !== undefined && hasExample(type) && { example }) },
      ]),
    ),
  };
  const others = Object.entries(note?.others ?? {}).map(([status, { description, answer }]): [string, object] => [
    status,
    {
      description,
      headers: { ...RATE_HEADERS, ...HEADERS_OF_OTHERS[status] },
      ...(answer && { content: { 'application/json': { schema: components.resolve(answer) } } }),
    },
  ]);
  return {
    [success]: { description: STATUS_CODES[success] ?? '', headers, ...content },
    ...(isConditional(route) && { 304: { description: STATUS_CODES[304] ?? '', headers } }),
    ...Object.fromEntries(others),
  };
}

/** The records of the route are its jobs: only the answer 202 names one. */
const isDeferred = ({ note }: ServedRoute): boolean => note?.others?.[202] !== undefined;

/** Examples are JSON and texts; a page or a file has none. */
const hasExample = (type: string): boolean => /json|^text\/(calendar|csv)/.test(type);

const HEADERS_OF_OTHERS: Readonly<Record<string, object>> = {
  202: { Location: headerOf('Location'), 'Retry-After': headerOf('RetryAfter') },
  302: { Location: headerOf('Location') },
};

function securityOf(route: ServedRoute, about: Interface): object[] {
  const readers = route.method === 'GET' ? Object.keys(about.readers ?? {}) : [];
  const schemes = ['token', 'bearer', 'basic', ...readers];
  return [...(isOpen(route, about) ? [{}] : []), ...schemes.map((scheme) => ({ [scheme]: [] }))];
}

const KEYS: Readonly<Record<string, string>> = { id: 'Id of the record', slug: 'Slug of the record' };

function pathParameter(name: string, { note }: ServedRoute, about: Interface, components: Components) {
  const meaning = note?.keys?.[name];
  const { description, ...schema } = typeof meaning === 'object' ? meaning : { description: meaning };
  const byName = isId(name) ? { ...WHOLE, minimum: 0 } : TEXT;
  const parameter = {
    name: about.keyNames?.[name] ?? name,
    in: 'path',
    required: true,
    description: description ?? KEYS[name] ?? `Id of the ${name.replace(/_?Id$/i, '')}`,
    schema: components.resolve(Object.keys(schema).length > 0 ? schema : byName),
  };
  return withExample(parameter, about.parameterExamples);
}

function queryParameter({ name, required, schema, description }: Field, about: Interface, components: Components) {
  const list = schema['type'] === 'array' && { style: 'form', explode: false };
  const members = schema['type'] === 'object' && { style: 'deepObject', explode: true };
  const parameter = { name, in: 'query', required, description, ...list, ...members };
  return withExample({ ...parameter, schema: components.resolve(schema) }, about.parameterExamples);
}

/**
 * JSON, and a form where it can carry a file. Other forms are read as well, but generated clients would choose between them by themselves, and
 * forms have no types.
 * @param example a recorded body
 */
export function requestBody({ takes, note }: ServedRoute, components: Components, example: unknown) {
  if (note?.bodies) {
    const bodies = Object.entries(note.bodies);
    const content = Object.fromEntries(bodies.map(([type, body]) => [type, { schema: components.resolve(body) }]));
    return { required: true, content };
  }
  const fields = takes ? fieldsOf(takes) : [];
  const upload = takes && uploadOf(takes);
  const bodies = [
    ...(fields.some(isRequiredFile) ? [] : [['application/json', takes && bodyOf(takes)] as const]),
    ...(upload ? [['multipart/form-data', upload] as const] : []),
  ];
  return {
    required: fields.some(({ required }) => required),
    content: Object.fromEntries(
      bodies.map(([type, schema], i) => [
        type,
        { schema: components.resolve(schema), ...(example !== undefined && i === 0 && { example }) },
      ]),
    ),
  };
}

const isRequiredFile = (field: Field): boolean => field.required && isFile(field);
