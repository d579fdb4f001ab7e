/** Helpers for reading response bodies of unknown shape. A wrong shape fails the test where it is read. */

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The member at a dotted path, e.g. `data.0.name`; undefined if it is missing. */
export const member = (body: unknown, path: string): unknown =>
  path.split('.').reduce((value, key) => (isRecord(value) ? value[key] : undefined), body);

export function textAt(body: unknown, path: string): string {
  const value = member(body, path);
  if (typeof value !== 'string') throw new Error(`no text at ${path} of ${JSON.stringify(body)}`);
  return value;
}

export function numberAt(body: unknown, path: string): number {
  const value = member(body, path);
  if (typeof value !== 'number') throw new Error(`no number at ${path} of ${JSON.stringify(body)}`);
  return value;
}

export const idOf = (body: unknown): number => numberAt(body, 'id');

/** The values of one member in every item of a list. */
export function each(body: unknown, key: string, list = 'data'): unknown[] {
  const items = member(body, list);
  if (!Array.isArray(items)) throw new Error(`no list at ${list} of ${JSON.stringify(body)}`);
  return items.map((item) => member(item, key));
}

/** The members of errors that the reference does not have. A function, because the fuzzer loads this file without Jest. */
const forPrograms = (): object => ({ type: expect.any(String), request_id: expect.any(String) });

/** The usual error envelope. */
export const problem = (code: number, message: string) => ({ error: { message, code, ...forPrograms() } });

/** The error envelope of invalid input. */
export const refused = (validation: Record<string, string[]>) => ({
  error: { message: 'The given data was invalid.', validation, code: 422, ...forPrograms() },
});
