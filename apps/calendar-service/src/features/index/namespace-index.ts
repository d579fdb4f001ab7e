import { NAMESPACE } from '../../config';
import type { Argument } from './argument';
import { CATALOGUE, type Route } from './catalogue';

/**
 * The namespace's index (calendar-behaviour §1): every route by its pattern, with verbs and arguments.
 * @param root address of the interface's root, without a trailing slash; its last segments, as many as our own namespace has, are the namespace
 */
export function namespaceIndex(root: string) {
  const segments = root.split('/');
  const namespace = segments.splice(-NAMESPACE.split('/').length).join('/');
  const routes = CATALOGUE.map((route) => [`/${namespace}${patternOf(route.path)}`, described(route, namespace, root)] as const);
  return { namespace, routes: Object.fromEntries(routes), _links: { up: [{ href: `${segments.join('/')}/` }] } };
}

function described({ path, endpoints }: Route, namespace: string, root: string) {
  // Only an address without blanks to fill in leads anywhere.
  const self = path.includes('{') ? {} : { _links: { self: [{ href: `${root}${path}` }] } };
  return {
    namespace,
    methods: endpoints.flatMap(({ methods }) => methods),
    endpoints: endpoints.map(({ methods, args }) => ({
      methods,
      args: Object.fromEntries(Object.entries(args).map(([name, argument]) => [name, describedArgument(argument)])),
    })),
    ...self,
  };
}

const describedArgument = ({ type, isList, required, description, default: preset }: Argument) => ({
  ...(type !== undefined && (isList ? { items: { type } } : { type })),
  ...(preset !== undefined && { default: preset }),
  description,
  required: required ?? false,
});

/** Patterns as clients of the reference read them. */
const patternOf = (path: string): string => path.replace('{id}', String.raw`(?P<id>\d+)`).replace('{slug}', '(?P<slug>[^/]+)');
