import { NAMESPACE } from '../../config';
import type { Argument } from './argument';
import { CATALOGUE, type Route } from './catalogue';

/**
 * The namespace's index (calendar-behaviour §1): every route by its pattern, with verbs and arguments.
 * @param baseUrl of the site, without a trailing slash
 */
export function namespaceIndex(baseUrl: string) {
  const routes = CATALOGUE.map((route) => [`/${NAMESPACE}${patternOf(route.path)}`, described(route, baseUrl)] as const);
  return { namespace: NAMESPACE, routes: Object.fromEntries(routes), _links: { up: [{ href: `${baseUrl}/` }] } };
}

function described({ path, endpoints }: Route, baseUrl: string) {
  // Only an address without blanks to fill in leads anywhere.
  const self = path.includes('{') ? {} : { _links: { self: [{ href: `${baseUrl}/${NAMESPACE}${path}` }] } };
  return {
    namespace: NAMESPACE,
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
