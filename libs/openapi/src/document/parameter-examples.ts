import { type Members, membersOf } from '@almanac/validation';

/** Values of parameters by name, where the schema gives none. */
export type ParameterExamples = Readonly<Record<string, unknown>>;

interface Parameter {
  name: string;
  in: string;
  schema: unknown;
}

/** Path parameters with such names are numbers. */
export const isId = (name: string): boolean => /^id$|Id$|_id$/.test(name);

const ID = 12;
const SLUG = 'opening-hours';

/**
 * A parameter with an example. Parameters of the query have it in their schema. The documentation page fills forms with the examples of
 * parameters, and a request with all filters of a list would find nothing.
 */
export function withExample<P extends Parameter>(parameter: P, known: ParameterExamples = {}): P {
  const schema = membersOf(parameter.schema);
  if ('examples' in schema) return parameter;
  const example = exampleOf(parameter.name, schema) ?? known[parameter.name];
  if (example === undefined) return parameter;
  return parameter.in === 'path'
    ? { ...parameter, example }
    : { ...parameter, schema: { ...schema, examples: [example] } };
}

function exampleOf(name: string, schema: Members): unknown {
  if (schema['default'] !== undefined) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if (name === 'slug') return SLUG;
  const [type] = [schema['type']].flat();
  if (type === 'integer') return isId(name) || schema['minimum'] === 1 ? ID : 1;
  if (type === 'boolean') return true;
  if (type !== 'array') return undefined;
  const item = exampleOf(name, membersOf(schema['items']));
  return item === undefined ? undefined : [item];
}
