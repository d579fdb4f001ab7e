/** The `code` of what was thrown (`ENOENT` of the system, `23505` of PostgreSQL); undefined when it has none. */
export function errorCode(thrown: unknown): string | undefined {
  // Not `instanceof Error`: a test runner's sandbox has another Error than the system's calls.
  return typeof thrown === 'object' && thrown !== null && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : undefined;
}
