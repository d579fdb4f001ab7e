interface Schema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  contentEncoding?: string;
  contentMediaType?: string;
  const?: unknown;
  enum?: readonly unknown[];
  oneOf?: readonly Schema[];
  anyOf?: readonly Schema[];
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
}

interface Parameter {
  $ref?: string;
  in: 'path' | 'query' | 'header' | 'cookie';
  name: string;
  required?: boolean;
  schema?: Schema;
}

interface Operation {
  parameters?: readonly Parameter[];
  requestBody?: { required?: boolean; content: Record<string, { schema: Schema }> };
}

export interface Description {
  paths: Record<string, Record<string, Operation> & { parameters?: readonly Parameter[] }>;
  components?: Record<string, Record<string, unknown>>;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

/** A TypeScript program with one call of each operation: only required parameters and members, each with a value of its schema. */
export function simplestCalls(documents: Record<'content' | 'calendar', Description>): string {
  const calls = (['content', 'calendar'] as const).flatMap((service) => {
    const document = documents[service];
    return Object.entries(document.paths).flatMap(([path, item]) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        if (!operation) return [];
        const options = optionsOf(document, [...(item.parameters ?? []), ...(operation.parameters ?? [])], operation);
        const given = options === '' ? '' : `, { ${options} }`;
        return [`  await client.${service}.${method.toUpperCase()}(${JSON.stringify(path)}${given});`];
      }),
    );
  });
  return [
    "import { createClient } from '@almanac/client';",
    "const client = createClient({ baseUrl: 'http://localhost:8080' });",
    'export async function callAll() {',
    ...calls,
    '}',
  ].join('\n');
}

function optionsOf(document: Description, parameters: readonly Parameter[], operation: Operation): string {
  const required = parameters.map((one) => resolved(document, one)).filter((one) => one.required);
  const places = [...new Set(required.map((one) => one.in))].map((place) => {
    const values = required.filter((one) => one.in === place);
    return `${place}: { ${values.map((one) => `${JSON.stringify(one.name)}: ${sample(document, one.schema ?? {})}`).join(', ')} }`;
  });
  const { requestBody } = operation;
  const content = requestBody?.content ?? {};
  const body = content['application/json'] ?? Object.values(content)[0];
  return [
    ...(places.length > 0 ? [`params: { ${places.join(', ')} }`] : []),
    ...(requestBody?.required && body ? [`body: ${sample(document, body.schema)}`] : []),
  ].join(', ');
}

/** The source text of a value that the schema allows. */
function sample(document: Description, given: Schema): string {
  const schema = resolved(document, given);
  const { oneOf, anyOf, properties = {}, required = [], items } = schema;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(schema.enum[0]);
  const [alternative] = oneOf ?? anyOf ?? [];
  if (alternative) return sample(document, alternative);
  switch ([schema.type].flat()[0]) {
    case 'object':
      return `{ ${required
        .map((name) => `${JSON.stringify(name)}: ${sample(document, properties[name] ?? {})}`)
        .join(', ')} }`;
    case 'array':
      return `[${items ? sample(document, items) : ''}]`;
    case 'integer':
    case 'number':
      return '1';
    case 'boolean':
      return 'true';
    default:
      return schema.format === 'binary' || schema.contentMediaType !== undefined ? "new Blob(['x'])" : "'x'";
  }
}

function resolved<T extends { $ref?: string }>(document: Description, given: T): T {
  if (given.$ref === undefined) return given;
  const [group = '', name = ''] = given.$ref.split('/').slice(-2);
  const found: T = JSON.parse(JSON.stringify(document.components?.[group]?.[name] ?? {}));
  return resolved(document, found);
}
