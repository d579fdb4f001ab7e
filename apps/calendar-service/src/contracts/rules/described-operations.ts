import type { Route } from '@almanac/http';

/** A rule of JSON Schema is a member of it. */
export interface FieldSchema {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  items?: FieldSchema;
  default?: unknown;
  /** Further spellings, which generators of clients cannot express. */
  'x-accepts-also'?: readonly FieldSchema[];
}

/** A parameter as `/doc` describes it. */
export interface DescribedField {
  required: boolean;
  schema: FieldSchema;
}

interface Reference {
  $ref?: string;
}

interface ObjectSchema {
  properties: Record<string, FieldSchema>;
  required?: readonly string[];
}

interface Operation {
  parameters?: readonly (Reference & { name: string; in: string; required?: boolean; schema: FieldSchema })[];
  requestBody?: { content: Record<string, { schema: Reference }> };
}

export interface Doc {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, ObjectSchema> };
}

interface Argument {
  required: boolean;
  description: string;
}

export interface Index {
  routes: Record<string, { endpoints: readonly { methods: readonly string[]; args: Record<string, Argument> }[] }>;
}

/** The parameters of the query and the members of the body, by name. */
export function fieldsIn(doc: Doc, path: string, method: string): Record<string, DescribedField> {
  const { parameters = [], requestBody } = doc.paths[path]?.[method.toLowerCase()] ?? {};
  const named = parameters.filter((one) => one.$ref === undefined && one.in === 'query');
  const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? '';
  const { properties = {}, required = [] } = doc.components.schemas[name] ?? {};
  return {
    ...Object.fromEntries(named.map((one) => [one.name, { required: one.required === true, schema: one.schema }])),
    ...Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [key, { required: required.includes(key), schema }]),
    ),
  };
}

/** The arguments that the index names beside those of the path. */
export function argumentsIn(index: Index, namespace: string, path: string, method: string): Record<string, Argument> {
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, key]) => key);
  const pattern = path.replace(
    /\{(\w+)\}/g,
    (_, key: string) => `(?P<${key}>${/id$/i.test(key) ? String.raw`\d+` : '[^/]+'})`,
  );
  const { endpoints = [] } = index.routes[`/${namespace}${pattern === '/' ? '' : pattern}`] ?? {};
  const args = endpoints.find(({ methods }) => methods.includes(method))?.args ?? {};
  return Object.fromEntries(
    Object.entries(args).filter(
      ([name, { description }]) => !keys.includes(name) || description !== 'Named by the path',
    ),
  );
}

/** The path of a route below the namespace, as descriptions write it. */
export const describedPath = ({ path }: Pick<Route, 'path'>, root: string): string =>
  path.slice(root.length).replace(/:(\w+)/g, '{$1}') || '/';
