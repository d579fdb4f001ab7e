/** The `code` of a thrown value (`ENOENT` of the system, `23505` of PostgreSQL); undefined when it has none. */
export function errorCode(thrown: unknown): string | undefined {
  // Not `instanceof Error`: inside a test runner's sandbox, errors of system calls have another `Error` class.
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string'
    ? thrown.code
    : undefined;
}
