import type { Body } from '@almanac/testing';

/** Parameters by their documented names, such as `tags.*.name`. */
export type Parameters = Readonly<Record<string, unknown>>;

/** The members of a valid body; a form's texts and files. */
export const membersOf = (body: Body): Parameters =>
  body instanceof FormData ? Object.fromEntries(body) : Object.fromEntries(Object.entries(Object(body)));

/** The path of a parameter in input that has one item in each list: `tags.0.name`. */
export const samplePathOf = (name: string): string => name.replaceAll('*', '0');

/** The input as JSON, with lists of one item. */
export function nestedInput(parameters: Parameters): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) put(input, name.split('.'), value);
  return input;
}

function put(owner: Record<string, unknown>, [name = '', next, ...rest]: readonly string[], value: unknown): void {
  if (next === undefined) owner[name] = value;
  else if (next === '*' && rest.length === 0) owner[name] = [value];
  else {
    const inner = next === '*' ? rest : [next, ...rest];
    const known: unknown = owner[name];
    const member: Record<string, unknown> = { ...Object(Array.isArray(known) ? known[0] : known) };
    put(member, inner, value);
    owner[name] = next === '*' ? [member] : member;
  }
}

/** The same as a form; undefined when a form has no such value. */
export function formOf(parameters: Parameters): FormData | undefined {
  const form = new FormData();
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (value instanceof Blob) form.append(name, value);
    else if (typeof value === 'string' || typeof value === 'number') form.append(name, String(value));
    else return undefined;
  }
  return form;
}

/** The same as a query; undefined when a query has no such value. */
export function queryOf(parameters: Parameters): string | undefined {
  const form = formOf(parameters);
  if (!form) return undefined;
  const query = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string') query.append(name, value);
  return query.toString();
}
