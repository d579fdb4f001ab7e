import { NamedSchema } from '../schema';

/** Collects the named schemas of a document while it is written. */
export class Components {
  private readonly known = new Map<string, NamedSchema>();
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
    const known = this.known.get(schema.name);
    if (known !== undefined && known !== schema) throw new Error(`two schemas are called ${schema.name}`);
    if (known === undefined) {
      this.known.set(schema.name, schema);
      this.written[schema.name] = this.resolve(schema.content);
    }
    return { $ref: `#/components/schemas/${schema.name}` };
  }
}
