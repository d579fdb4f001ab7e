import { NAMESPACE } from '../../config';
import { type Field, fieldsOf, isId, type ServedRoute } from '@almanac/openapi';

/** In the order of the reference. */
const METHODS = ['GET', 'DELETE', 'POST', 'PUT', 'PATCH'];

/**
 * The namespace's index (calendar-behaviour §1): every route by its pattern, with verbs and arguments.
 * @param root address of the API's root, without a trailing slash; it ends with a namespace of as many segments as our own
 */
export function namespaceIndex(routes: readonly ServedRoute[], root: string) {
  const segments = root.split('/');
  const namespace = segments.splice(-NAMESPACE.split('/').length).join('/');
  const described: Record<string, object> = {};
  for (const [path, verbs] of Map.groupBy(routes, (route) => route.path))
    described[`/${namespace}${patternOf(path)}`] = pathEntry(path, verbs, namespace, root);
  return { namespace, routes: described, _links: { up: [{ href: `${segments.join('/')}/` }] } };
}

function pathEntry(path: string, routes: readonly ServedRoute[], namespace: string, root: string) {
  const verbs = routes.toSorted((a, b) => METHODS.indexOf(a.method) - METHODS.indexOf(b.method));
  // A path with parameters is no address that a client can open.
  const self = path.includes('{') ? {} : { _links: { self: [{ href: `${root}${path}` }] } };
  return {
    namespace,
    methods: verbs.map(({ method }) => method),
    endpoints: [...Map.groupBy(verbs, ({ note, name }) => note?.summary ?? name).values()].map((same) => ({
      methods: same.map(({ method }) => method),
      args: same[0] ? argumentsOf(same[0], namespace) : {},
    })),
    ...self,
  };
}

/** A field of the body may have the name of a parameter of the path, such as the new slug of a change by slug. */
function argumentsOf({ keys, takes }: ServedRoute, namespace: string): Record<string, object> {
  const described: Record<string, object> = {};
  for (const key of keys)
    described[key] = { type: isId(key) ? 'integer' : 'string', description: 'Named by the path', required: true };
  for (const field of takes ? fieldsOf(takes) : []) described[field.name] = argument(field, namespace);
  return described;
}

/** Callers see the namespace by the prefix that they call. */
const argument = ({ schema, description, required }: Field, namespace: string) => ({
  ...typeOf(schema),
  ...(schema['default'] !== undefined && { default: schema['default'] === NAMESPACE ? namespace : schema['default'] }),
  description,
  required,
});

/** Lists are described by their items, as in the reference. */
function typeOf({ type, items }: Readonly<Record<string, unknown>>): object {
  const [first] = [type].flat();
  return first === 'array' ? { items: items ?? {} } : first === undefined ? {} : { type: first };
}

/** Patterns as clients of the reference read them. */
const patternOf = (path: string): string =>
  path.replace(/\{(\w+)\}/g, (_, key: string) => `(?P<${key}>${isId(key) ? String.raw`\d+` : '[^/]+'})`);
