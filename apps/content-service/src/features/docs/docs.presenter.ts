import type { Endpoint, Group, Rules } from './endpoint';

const titled = (words: string): string => words.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const asMethodName = (operation: string): string =>
  operation.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const rulesOf = (body: Rules | undefined) =>
  body === undefined
    ? null
    : Object.fromEntries(Object.entries(body).map(([parameter, rules]) => [parameter, rules.split(' ')]));

/** content-behaviour §20. The contract defines examples as text or null. */
const presentEndpoint = ({ method, path, operation, description, body }: Endpoint, { name, about }: Group) => ({
  name: `${name}-${operation}`,
  uri: path.slice(1),
  method,
  controller: `${titled(name)}Controller`,
  controller_method: asMethodName(operation),
  controller_method_kebab: operation,
  base_model: name,
  description,
  body_params: rulesOf(body),
  model_description: about,
  example_request: null,
  example_response: null,
});

export type EndpointDocs = ReturnType<typeof presentEndpoint>;

/** The endpoints by name of their group. */
export const presentDocs = (groups: readonly Group[]): Record<string, EndpointDocs[]> =>
  Object.fromEntries(
    groups.map((group) => [group.name, group.endpoints.map((endpoint) => presentEndpoint(endpoint, group))]),
  );
