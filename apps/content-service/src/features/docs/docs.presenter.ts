import {
  documentedFields,
  type Examples,
  listOf,
  NamedSchema,
  orNull,
  record,
  type ServedRoute,
  TEXT,
} from '@almanac/openapi';
import { EXPORT_FORMATS } from '../exports/export-formats';
import { aboutGroup, groupOf, operationName } from './interface';

const titled = (words: string): string => words.replace(/(?:^|-)([a-z])/g, (_, letter: string) => letter.toUpperCase());
const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The order of rules in the documentation; others follow. */
const RULE_ORDER = [/^nullable/, /^(required|present)/, /^(string|integer|boolean|array|file|date_format)/, /^image_/];
const rank = (rule: string): number => {
  const place = RULE_ORDER.findIndex((start) => start.test(rule));
  return place < 0 ? RULE_ORDER.length : place;
};

/** The endpoint for each value of an enumerated path parameter: the reference has one for each format of an export. */
function variants(route: ServedRoute): { uri: string; operation: string; format?: string }[] {
  const uri = route.path.slice(1);
  const format = route.note?.keys?.['format'];
  const values: unknown = typeof format === 'object' ? format['enum'] : undefined;
  if (!Array.isArray(values)) return [{ uri, operation: kebab(route.operation) }];
  return values.map((value) => ({
    uri: uri.replace('{format}', String(value)),
    operation: `${kebab(route.operation)}-${EXPORT_FORMATS.get(String(value))?.operation ?? String(value)}`,
    format: String(value),
  }));
}

const textOf = (example: unknown): string | null =>
  example === undefined ? null : typeof example === 'string' ? example : JSON.stringify(example, null, 2);

/** content-behaviour §20. The contract defines examples as text or null. */
function presentEndpoint(route: ServedRoute, examples: Examples, uploadLimit: number) {
  const group = groupOf(route.path);
  const rules = Object.entries(route.takes ? documentedFields(route.takes, uploadLimit) : {});
  const example = examples.of(operationName(route));
  const about = [route.note?.summary ?? '', route.note?.description].filter((part) => part).join('. ');
  return variants(route).map(({ uri, operation, format }) => ({
    name: `${group}-${operation}`,
    uri,
    method: route.method,
    controller: `${titled(group)}Controller`,
    controller_method: operation.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    controller_method_kebab: operation,
    base_model: group,
    description: format === undefined ? sentence(about) : sentence(about.replace('a file', `a file: ${format}`)),
    body_params:
      rules.length > 0
        ? Object.fromEntries(rules.map(([name, list]) => [name, list.toSorted((a, b) => rank(a) - rank(b))]))
        : null,
    model_description: WITHOUT_MODEL.includes(group) ? null : aboutGroup(group),
    example_request: textOf(example.request),
    example_response: textOf(example.response),
  }));
}

/** Groups that are about no kind of object. */
const WITHOUT_MODEL = ['docs', 'search', 'system'];

const sentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

export type EndpointDocs = ReturnType<typeof presentEndpoint>[number];

const FIRST = ['display', 'list', 'create', 'read', 'update', 'delete'];
const place = ({ controller_method_kebab: operation }: EndpointDocs): number =>
  FIRST.includes(operation) ? FIRST.indexOf(operation) : FIRST.length;

/** The endpoints by name of their group. */
export function presentDocs(
  routes: readonly ServedRoute[],
  names: readonly string[],
  examples: Examples,
  uploadLimit: number,
): Record<string, EndpointDocs[]> {
  const endpoints = routes
    .filter(({ path }) => path.startsWith('/api/'))
    .flatMap((route) => presentEndpoint(route, examples, uploadLimit));
  const groups = Map.groupBy(endpoints, ({ base_model }) => base_model);
  return Object.fromEntries(
    [...new Set([...names, ...groups.keys()])].map((name) => [
      name,
      (groups.get(name) ?? []).toSorted((a, b) => place(a) - place(b)),
    ]),
  );
}

const ENDPOINT = new NamedSchema(
  'Endpoint',
  record({
    name: TEXT,
    uri: TEXT,
    method: TEXT,
    controller: TEXT,
    controller_method: TEXT,
    controller_method_kebab: TEXT,
    base_model: TEXT,
    description: TEXT,
    body_params: { type: ['object', 'null'], additionalProperties: listOf(TEXT) },
    model_description: orNull(TEXT),
    example_request: orNull(TEXT),
    example_response: orNull(TEXT),
  }),
);

/** The endpoints by the name of their group. */
export const DOCS_SCHEMA = new NamedSchema('Endpoints', { type: 'object', additionalProperties: listOf(ENDPOINT) });
