export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The rules of each parameter, separated by spaces: `{ name: 'required string max:255' }`. */
export type Rules = Readonly<Record<string, string>>;

export interface Endpoint {
  method: Method;
  /** The path with its parameters in braces: `/api/pages/{id}`. */
  path: string;
  /** The name within the group, in kebab case: `create`, `export-plain-text`. */
  operation: string;
  description: string;
  body?: Rules;
}

/** The endpoints of one kind of object, grouped like in the contract. */
export interface Group {
  name: string;
  /** Explains the kind of object; null if its endpoints need no introduction. */
  about: string | null;
  endpoints: readonly Endpoint[];
}

export const endpoint = (
  method: Method,
  path: string,
  operation: string,
  description: string,
  body?: Rules,
): Endpoint => ({
  method,
  path,
  operation,
  description,
  ...(body && { body }),
});

interface CrudBodies {
  create: Rules;
  update: Rules;
  delete?: Rules;
}

/** The five endpoints of most kinds of objects. `noun` includes its article: `a page`. */
export function crud(group: string, noun: string, plural: string, bodies: CrudBodies): Endpoint[] {
  const one = `/api/${group}/{id}`;
  return [
    endpoint('GET', `/api/${group}`, 'list', `List the ${plural} that the caller may see.`),
    endpoint('POST', `/api/${group}`, 'create', `Create ${noun}.`, bodies.create),
    endpoint('GET', one, 'read', `Read ${noun}.`),
    endpoint('PUT', one, 'update', `Change ${noun}. What is left out stays as it is.`, bodies.update),
    endpoint('DELETE', one, 'delete', `Delete ${noun}.`, bodies.delete),
  ];
}

const FORMATS: readonly (readonly [path: string, operation: string, what: string])[] = [
  ['html', 'export-html', 'one HTML file that needs no other'],
  ['pdf', 'export-pdf', 'a PDF file'],
  ['plaintext', 'export-plain-text', 'a plain text file'],
  ['markdown', 'export-markdown', 'a Markdown file'],
  ['zip', 'export-zip', 'a ZIP file that can be imported'],
];

export const exports = (group: string, noun: string): Endpoint[] =>
  FORMATS.map(([format, operation, what]) =>
    endpoint('GET', `/api/${group}/{id}/export/${format}`, operation, `Export ${noun} as ${what}.`),
  );
