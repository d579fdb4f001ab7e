import { ACCEPTS_ALSO, withAllSpellings } from '@almanac/validation';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';

export interface DescribedResponse {
  $ref?: string;
  headers?: Record<string, object>;
  content?: Record<string, { schema: object; example?: unknown }>;
}

interface DescribedSchema {
  properties?: Record<string, { description?: string }>;
  required?: string[];
}

interface DescribedParameter {
  $ref?: string;
  name: string;
  in: string;
  description: string;
  example?: unknown;
  schema: { $ref?: string; examples?: unknown[]; default?: unknown };
}

export interface DescribedOperation {
  operationId: string;
  summary: string;
  parameters: DescribedParameter[];
  requestBody?: DescribedResponse;
  responses: Record<string, DescribedResponse>;
}

/** The description of an API, as far as tests read it. */
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, DescribedOperation>>;
  components: {
    schemas: Record<string, DescribedSchema>;
    responses: Record<string, DescribedResponse>;
    parameters: Record<string, DescribedParameter>;
  };
}

/**
 * Validates answers by the description of their API. Members that it does not name are faults here, so that the description stays complete,
 * although clients must accept unknown members. Each schema is compiled when it is first needed.
 */
export class DescribedAnswers {
  private readonly ajv = new Ajv2020({
    strict: true,
    strictTypes: false,
    strictRequired: false,
    validateSchema: false,
    formats: {
      uri: (text: string) => URL.canParse(text),
      // The moments of all answers have microseconds.
      'date-time': /^\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/,
      date: true,
      email: true,
      binary: true,
    },
  });
  private spelled: DescribedAnswers | undefined;
  private readonly compiled = new Map<object, ValidateFunction>();
  private readonly paths: { matches: RegExp; path: string }[];

  constructor(private readonly description: Description) {
    this.ajv.addVocabulary(['components', 'example', ACCEPTS_ALSO]);
    this.ajv.addSchema({ components: withoutMore(description.components) }, 'description');
    this.paths = Object.keys(description.paths)
      // Fixed segments take precedence over parameters.
      .toSorted((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+').replace('.', '\\.')}/?$`) }));
  }

  /** The path of the description for the path of a request, such as `/pages/{id}` for `/pages/7`. */
  pathOf(path: string): string | undefined {
    return this.paths.find(({ matches }) => matches.test(path))?.path;
  }

  /** Faults of the body of a request, whose values may have any spelling that is accepted. */
  bodyFaults(method: string, path: string, body: unknown): string[] {
    this.spelled ??= new DescribedAnswers(JSON.parse(JSON.stringify(withAllSpellings(this.description))));
    const schema = this.spelled.operation(path, method)?.requestBody?.content?.['application/json']?.schema;
    return schema ? this.spelled.faultsBy(schema, body) : [`${method} ${path} takes no body`];
  }

  /** Faults of the example of a request, whose body may be a form. */
  exampleFaults(path: string, method: string, example: unknown): string[] {
    const { content = {} } = this.operation(path, method)?.requestBody ?? {};
    const [media] = [content['application/json'], ...Object.values(content)].filter(
      (existing) => existing !== undefined,
    );
    return media ? this.faultsBy(media.schema, example) : [`${method} ${path} takes no body`];
  }

  /** Parameters of paths and queries without an example, or with one that their schema refuses. */
  parameterFaults(): string[] {
    return Object.entries(this.description.paths).flatMap(([path, verbs]) =>
      Object.entries(verbs).flatMap(([method, { parameters }]) =>
        parameters
          .map((one) => this.description.components.parameters[one.$ref?.split('/').at(-1) ?? ''] ?? one)
          .filter((one) => one.in !== 'header')
          .flatMap(({ name, schema, example }) => {
            const [first = example] = schema.examples ?? [];
            const faults = first === undefined ? ['has no example'] : this.faultsBy(schema, first);
            return faults.map((fault) => `${method} ${path} ${name}: ${fault}`);
          }),
      ),
    );
  }

  /** Schemas that cannot be compiled. */
  brokenSchemas(): string[] {
    return Object.keys(this.description.components.schemas).flatMap((name) => {
      try {
        this.faultsBy({ $ref: `#/components/schemas/${name}` }, null);
        return [];
      } catch (failure) {
        return [`${name}: ${String(failure)}`];
      }
    });
  }

  /**
   * @param path as the description has it, such as `/events/{id}`
   * @returns the faults of the answer
   */
  faults(method: string, path: string, status: number, body: unknown): string[] {
    const response = this.responseOf(method, path, status);
    if (!response) return [`${method} ${path} ${status} is not described`];
    const schema = response.content?.['application/json']?.schema;
    return schema ? this.faultsBy(schema, body) : [`${method} ${path} ${status} is described without JSON`];
  }

  operation(path: string, method: string): DescribedOperation | undefined {
    return this.description.paths[path]?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  }

  /** The described answer, or undefined. */
  responseOf(method: string, path: string, status: number): DescribedResponse | undefined {
    const response = this.operation(path, method)?.responses[status];
    return response?.$ref === undefined
      ? response
      : this.description.components.responses[response.$ref.split('/').at(-1) ?? ''];
  }

  /** Faults of a value by a schema of the description. */
  faultsBy(schema: object, value: unknown): string[] {
    const validate = this.validatorOf(schema);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private validatorOf(schema: object): ValidateFunction {
    const existing = this.compiled.get(schema);
    if (existing) return existing;
    const own: unknown = JSON.parse(
      JSON.stringify(withoutMore(schema)).replaceAll('"$ref":"#/', '"$ref":"description#/'),
    );
    const validate = this.ajv.compile(Object(own));
    this.compiled.set(schema, validate);
    return validate;
  }
}

/** The same schema, in which objects have no members beside those that they name. */
function withoutMore(schema: object): object {
  if (Array.isArray(schema)) return schema.map(inside);
  const members: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) members[key] = inside(value);
  return 'properties' in schema && 'type' in schema && !('additionalProperties' in schema)
    ? { ...members, additionalProperties: false }
    : members;
}

const inside = (value: unknown): unknown => (typeof value === 'object' && value !== null ? withoutMore(value) : value);
