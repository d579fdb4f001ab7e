import type { DescribedOperation, Description } from './described-answers';

interface Schema {
  $ref?: string;
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
}

/** A parameter of the query, or a member of the body, with its documented default. */
export interface DescribedDefault {
  place: 'query' | 'body';
  name: string;
  value: unknown;
}

/** Members of bodies state their default in the description only. */
const DEFAULT_IN_TEXT = /Default: `(.+)`$/;

/** The inputs of operations as an API description has them. */
export class DescribedInputs {
  constructor(private readonly description: Description) {}

  /** @param path as the description has it, such as `/events/{id}` */
  defaultsOf(method: string, path: string): DescribedDefault[] {
    const operation = this.operation(method, path);
    const parameters = (operation?.parameters ?? [])
      .map((one) => this.description.components.parameters[nameIn(one.$ref)] ?? one)
      .filter((one) => one.in === 'query')
      .map(({ name, schema }) => ({ place: 'query' as const, name, value: this.resolved(schema).default }));
    const members = Object.entries(this.bodyOf(operation)).map(([name, { description = '' }]) => {
      const [, value] = DEFAULT_IN_TEXT.exec(description) ?? [];
      const parsed: unknown = value === undefined ? undefined : JSON.parse(value);
      return { place: 'body' as const, name, value: parsed };
    });
    return [...parameters, ...members].filter(({ value }) => value !== undefined);
  }

  /** Names of the members of the body. */
  membersOf(method: string, path: string): string[] {
    return Object.keys(this.bodyOf(this.operation(method, path)));
  }

  private operation(method: string, path: string): DescribedOperation | undefined {
    return this.description.paths[path]?.[method.toLowerCase()];
  }

  private bodyOf(operation: DescribedOperation | undefined): Record<string, Schema> {
    const [media] = Object.values(operation?.requestBody?.content ?? {});
    return media ? (this.resolved(media.schema).properties ?? {}) : {};
  }

  private resolved(schema: Schema): Schema {
    return this.description.components.schemas[nameIn(schema.$ref)] ?? schema;
  }
}

const nameIn = (reference: string | undefined): string => reference?.split('/').at(-1) ?? '';

/** An address with more parameters, except for those that it already has. */
export function withQuery(address: string, parameters: readonly { name: string; value: unknown }[]): string {
  const [path = '', sent = ''] = address.split('?');
  const query = new URLSearchParams(sent);
  for (const { name, value } of parameters) if (!query.has(name)) query.set(name, String(value));
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}

/** An answer without ids, times, addresses' queries and random names, which differ between records that are alike. */
export const withoutIdentity = (text: string): string =>
  text
    .replaceAll(/"(?:slug|secret|token|token_id)":"[^"]*"/g, '')
    .replaceAll(/\?[^"\s]*/g, '')
    .replaceAll(/[\da-f-]{8,}|-?\d[\d.]*/g, '');
