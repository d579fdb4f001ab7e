/** A JSON Schema (2020-12, as OpenAPI 3.1 has it); named schemas may stand anywhere inside. */
export type Schema = Readonly<Record<string, unknown>> | NamedSchema;

/** A schema with an entry of its own in the description; other schemas refer to it by name. */
export class NamedSchema {
  constructor(
    readonly name: string,
    readonly content: Readonly<Record<string, unknown>>,
  ) {}
}

export const TEXT = { type: 'string' } as const;
export const WHOLE = { type: 'integer' } as const;
export const NUMBER = { type: 'number' } as const;
export const FLAG = { type: 'boolean' } as const;
export const EMPTY_LIST = { type: 'array', items: {}, maxItems: 0 } as const;
export const URL_TEXT = { type: 'string', format: 'uri' } as const;
export const WALL_CLOCK = { type: 'string', pattern: String.raw`^\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d$` } as const;

export const listOf = (items: Schema) => ({ type: 'array', items });

/**
 * An object.
 * @param members are always there
 * @param optional may be there
 */
export const record = (members: Record<string, Schema>, optional: Record<string, Schema> = {}) => ({
  type: 'object',
  properties: { ...members, ...optional },
  required: Object.keys(members),
});

/** Several members of the same kind. */
export const each = (schema: Schema, ...names: string[]): Record<string, Schema> =>
  Object.fromEntries(names.map((name) => [name, schema]));

/** The schema, or null. Words stay apart from null, which is none of them, and records too: generators would read them as never null. */
export const orNull = (schema: Schema): Readonly<Record<string, unknown>> => {
  if (schema instanceof NamedSchema || typeof schema['type'] !== 'string' || 'enum' in schema || 'properties' in schema)
    return { anyOf: [schema, { type: 'null' }] };
  return { ...schema, type: [schema['type'], 'null'] };
};

/** A file of a form. */
export const FILE = { type: 'string', format: 'binary' } as const;

/** Collects the named schemas of a document while it is written. */
export class Components {
  private readonly byName = new Map<string, NamedSchema>();
  private readonly written: Record<string, unknown> = {};

  get schemas(): Record<string, unknown> {
    return Object.fromEntries(Object.entries(this.written).sort(([a], [b]) => a.localeCompare(b)));
  }

  /** The schema with references in place of named schemas. */
  resolve(schema: unknown): unknown {
    if (schema instanceof NamedSchema) return this.reference(schema);
    if (Array.isArray(schema)) return schema.map((item) => this.resolve(item));
    if (typeof schema !== 'object' || schema === null) return schema;
    return Object.fromEntries(
      Object.entries(schema).map(([key, member]) => [
        key,
        // A reference beside other members.
        key === '$ref' && member instanceof NamedSchema ? this.reference(member).$ref : this.resolve(member),
      ]),
    );
  }

  private reference(schema: NamedSchema): { $ref: string } {
    const existing = this.byName.get(schema.name);
    if (existing !== undefined && existing !== schema) throw new Error(`two schemas are called ${schema.name}`);
    if (existing === undefined) {
      this.byName.set(schema.name, schema);
      this.written[schema.name] = this.resolve(schema.content);
    }
    return { $ref: `#/components/schemas/${schema.name}` };
  }
}
