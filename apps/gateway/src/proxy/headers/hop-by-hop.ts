/** Headers about a single connection (RFC 9110 §7.6.1, and older ones that are still in use). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/**
 * The names, in lower case, of headers that must not be forwarded: the fixed ones and those that `Connection` lists.
 * @param connection value of the `Connection` header
 */
export function hopByHopNames(connection: string | string[] | undefined): ReadonlySet<string> {
  // Fast path: the two usual values list no header.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return HOP_BY_HOP;
  const listed = String(connection).toLowerCase().split(',');
  return new Set([...HOP_BY_HOP, ...listed.map((name) => name.trim())]);
}
