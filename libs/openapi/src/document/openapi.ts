import type { ServedRoute } from '../routes/served-routes';
import { TEXT, listOf, NamedSchema, record, URL_TEXT, Components } from '../schema';
import { HEADERS, RATE_HEADERS } from './headers';
import type { Interface } from './interface';
import { describeOperation } from './operation';
import { PROBLEMS, problemContent } from './refusals';

/** The API as an OpenAPI 3.1 document: the real paths and verbs, and the real form of every answer. */
export function openApi(routes: readonly ServedRoute[], about: Interface) {
  const components = new Components();
  const paths: Record<string, Record<string, unknown>> = {};
  // A redirect gives programs nothing to read.
  for (const route of routes.filter(({ success }) => success < 300))
    (paths[pathOf(route, about)] ??= {})[route.method.toLowerCase()] = describeOperation(route, about, components);
  const problem = problemContent(about.problem, components);
  const responses = Object.fromEntries(
    Object.entries(PROBLEMS).map(([status, { name, meaning, headers }]) => [
      name,
      {
        description: meaning,
        headers: { ...RATE_HEADERS, ...headers },
        content: withExample(problem, about.examples.problem(Number(status))),
      },
    ]),
  );
  const groups = new Set(routes.map(({ path }) => about.groupOf(path)));
  const usedResponses = usedIn(paths, 'responses', responses);
  return {
    openapi: '3.1.1',
    info: {
      version: '1.0.0',
      title: about.title,
      description: about.description,
      contact: { name: 'The operators of this installation', url: about.server },
      license: { name: 'See the licence of this installation', identifier: 'LicenseRef-Almanac' },
    },
    servers: [{ url: about.server }],
    tags: [...groups].map((name) => ({ name, description: about.groups[name] ?? name })),
    paths,
    components: {
      schemas: components.schemas,
      responses: usedResponses,
      parameters: usedIn(paths, 'parameters', { ...PARAMETERS, ...about.parameters }),
      headers: usedIn([paths, usedResponses], 'headers', HEADERS),
      securitySchemes: { ...SECURITY_SCHEMES, ...about.readers },
    },
  };
}

const pathOf = ({ path }: ServedRoute, { keyNames = {} }: Interface): string =>
  path.replace(/\{(\w+)\}/g, (whole, key: string) => (keyNames[key] === undefined ? whole : `{${keyNames[key]}}`)) ||
  '/';

/** The components of one kind to which the value refers. */
function usedIn(value: unknown, kind: string, components: Readonly<Record<string, object>>) {
  const text = JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(components).filter(([name]) => text.includes(`"#/components/${kind}/${name}"`)),
  );
}

const withExample = (content: { 'application/json': object }, example: unknown) =>
  example === undefined ? content : { ...content, 'application/json': { ...content['application/json'], example } };

const SECURITY_SCHEMES = {
  token: {
    type: 'apiKey',
    in: 'header',
    name: 'Authorization',
    description:
      '`Token <id>:<secret>`. The scopes of an operation are those that a token with scopes needs: `read` or `write`, and the named permissions. A token without scopes has all permissions of its user.',
  },
  bearer: { type: 'http', scheme: 'bearer', description: 'The same token, as `Bearer <id>:<secret>`.' },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'The same token: its id as the user name, its secret as the password.',
  },
};

const ENTITY_TAG = '(W/)?"[^"]*"';

const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Carries the request out once: for 24 hours, a repetition by the same user with the same key and body gets the first answer again. Anonymous callers cannot use it.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[ -~]+$' },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'Changes the record only if its `ETag` is one of these; otherwise the answer is 412',
    schema: { type: 'string', pattern: `^(\\*|${ENTITY_TAG}(, ?${ENTITY_TAG})*)$` },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: 'Answers 304 without a body if the `ETag` is still one of these',
    schema: TEXT,
  },
};

const ANYTHING = { type: 'object' };

/** A document of `openApi`. */
export const DOCUMENT_SCHEMA = new NamedSchema(
  'OpenApi',
  record({
    openapi: TEXT,
    info: ANYTHING,
    servers: listOf(record({ url: URL_TEXT })),
    tags: listOf(record({ name: TEXT, description: TEXT })),
    paths: ANYTHING,
    components: ANYTHING,
  }),
);
