/** Headers that speak about one connection only (RFC 9110 §7.6.1, and the older ones that are still sent). */
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
 * The names, in lower case, that must not be passed on: the fixed ones and those that `Connection` lists.
 * @param connection value of the `Connection` header
 */
export function hopByHopNames(connection: string | string[] | undefined): ReadonlySet<string> {
  // The two usual values name no header: spare them the splitting.
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return HOP_BY_HOP;
  const listed = String(connection).toLowerCase().split(',');
  return new Set([...HOP_BY_HOP, ...listed.map((name) => name.trim())]);
}
