import Ajv2020 from 'ajv/dist/2020';

interface Response {
  $ref?: string;
  content?: Record<string, { schema: object }>;
}

interface Operation {
  operationId: string;
  summary: string;
  parameters: { $ref?: string; name: string; in: string; description: string }[];
  requestBody?: Response;
  responses: Record<string, Response>;
}

/** The API's own description, as far as tests read it. */
export interface Description {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, { properties?: Record<string, { description?: string }> }>;
    responses: Record<string, Response>;
  };
}

/**
 * Validates answers by the API's own description. Members that it does not name are faults here, so that the description stays complete, although
 * clients must accept unknown members.
 */
export class DescribedAnswers {
  private readonly ajv = new Ajv2020({
    strict: true,
    allowUnionTypes: true,
    strictRequired: false,
    allErrors: true,
    formats: { uri: (text: string) => URL.canParse(text) },
  });
  private readonly closed: unknown;

  constructor(private readonly description: Description) {
    this.ajv.addVocabulary(['components']);
    this.closed = withoutMore(description.components);
  }

  /** The same for the body of a request. */
  bodyFaults(method: string, path: string, body: unknown): string[] {
    const schema =
      this.description.paths[path]?.[method.toLowerCase()]?.requestBody?.content?.['application/json']?.schema;
    return schema ? this.faultsBy(schema, body) : [`${method} ${path} takes no body`];
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
    const response = this.description.paths[path]?.[method.toLowerCase()]?.responses[status];
    const schema = this.followed(response)?.content?.['application/json']?.schema;
    if (!schema) return [`${method} ${path} ${status} is not described`];
    return this.faultsBy(schema, body);
  }

  private faultsBy(schema: object, value: unknown): string[] {
    const validate = this.ajv.compile({ ...withoutMore(schema), components: this.closed });
    if (validate(value)) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    );
  }

  private followed(response: Response | undefined): Response | undefined {
    return response?.$ref === undefined
      ? response
      : this.description.components.responses[response.$ref.split('/').at(-1) ?? ''];
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
