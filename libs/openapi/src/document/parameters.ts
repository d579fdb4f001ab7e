import { DEFAULT_LIMITS, type ListingField, type ListingDefinition } from '@almanac/listing';
import { acceptsAlso, type Members, membersOf } from '@almanac/validation';
import { FLAG, TEXT, WHOLE } from '../schema';

const OPERATORS = {
  eq: 'equals',
  ne: 'differs from',
  gt: 'is greater than',
  lt: 'is less than',
  gte: 'is at least',
  lte: 'is at most',
  like: 'matches, with `%` for any text and `_` for any character',
};

const FORMS: Readonly<Record<ListingField['type'], string>> = {
  integer: 'a whole number',
  boolean: '`1`, `0`, `true` or `false`',
  timestamp: '`YYYY-MM-DD` or `YYYY-MM-DD HH:MM:SS`, in UTC',
  text: 'a text; case and accents do not count',
  word: 'a name in lower case',
};

/** Texts are accepted as well, as in every address. */
const SCHEMAS: Readonly<Record<ListingField['type'], object>> = {
  integer: { ...WHOLE, ...acceptsAlso(TEXT) },
  boolean: { ...FLAG, ...acceptsAlso(TEXT) },
  timestamp: TEXT,
  text: TEXT,
  word: TEXT,
};

const EXAMPLES: Readonly<Record<ListingField['type'], unknown>> = {
  integer: 12,
  boolean: true,
  timestamp: '2031-05-01',
  text: 'Handbook',
  word: 'page',
};

/** The query parameters of a list: paging, sort, and each filter of each field. */
export function listingParameters({ fields, defaultSort }: ListingDefinition): object[] {
  const named = [...fields];
  const sorts = named.filter(([, { sortable }]) => sortable).map(([name]) => name);
  const { defaultCount, maxCount } = DEFAULT_LIMITS;
  const all = [
    query(
      'count',
      { type: 'integer', minimum: 1, maximum: maxCount, default: defaultCount, examples: [50] },
      'Most records to return',
    ),
    query('offset', { type: 'integer', minimum: 0, default: 0, examples: [100] }, 'Records to skip'),
    query(
      'sort',
      {
        type: 'string',
        enum: sorts.flatMap((name) => [name, `+${name}`, `-${name}`]),
        default: `+${defaultSort}`,
        examples: [`-${defaultSort}`],
      },
      'Field that orders the list; `-` in front of it is descending',
    ),
    query('cursor', { type: 'string', examples: [''] }, 'Continues the list; taken from the header `Link`'),
    query(
      'fields',
      {
        type: 'string',
        examples: [
          named
            .slice(0, 2)
            .map(([name]) => name)
            .join(),
        ],
      },
      'Members of each record to keep, separated by commas',
    ),
  ];
  const filters = named
    .filter(([, { filterable }]) => filterable)
    .flatMap(([name, { type }]) =>
      Object.entries(OPERATORS).map(([operator, meaning]) =>
        query(
          operator === 'eq' ? `filter[${name}]` : `filter[${name}:${operator}]`,
          operator === 'like'
            ? { ...TEXT, examples: [`%${String(EXAMPLES[type])}%`] }
            : { ...SCHEMAS[type], examples: [EXAMPLES[type]] },
          `Only records whose \`${name}\` ${meaning}: ${FORMS[type]}`,
        ),
      ),
    );
  return [...all, ...filters];
}

const query = (name: string, schema: object, description: string) => ({ name, in: 'query', description, schema });

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
