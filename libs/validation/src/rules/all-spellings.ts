import { ACCEPTS_ALSO, membersOf } from './takes';

/** The same description, in which each accepted spelling of a value is an alternative. Most generators of clients cannot express these. */
export function withAllSpellings(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withAllSpellings);
  if (typeof part !== 'object' || part === null) return part;
  const { [ACCEPTS_ALSO]: others, ...members } = membersOf(
    Object.fromEntries(Object.entries(part).map(([name, member]) => [name, withAllSpellings(member)])),
  );
  if (!Array.isArray(others)) return members;
  const { description, ...schema } = members;
  const anyOf = [schema].concat(others);
  return { ...(description !== undefined && { description }), anyOf };
}
