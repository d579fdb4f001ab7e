import { badRequest } from '@almanac/errors';

/** The fast path for nearly every request: segments of plain characters that do not begin with a dot. */
const PLAIN = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/;

/** A percent-encoded slash or backslash at any depth of encoding, and a dot that was encoded more than once. */
const HIDDEN_SEPARATOR = /%(?:25)*(?:2f|5c)|%(?:25)+2e/i;

const isControl = (char: string) => char < ' ' || char === '\x7f';

/**
 * Returns the path of a request target if every program behind the gateway reads it the same way.
 * Nothing is rewritten. Ambiguous paths are refused, so the checked path is identical to the forwarded path.
 * @throws Problem 400 for absolute-form targets, dot segments, empty segments, encoded slashes, control characters and malformed escapes
 */
export function readTarget(target: string): string {
  const end = target.indexOf('?');
  const path = end === -1 ? target : target.slice(0, end);
  if (!path.startsWith('/') || target.includes('#')) badRequest('The request target must be a path.');
  if (!PLAIN.test(path) && isAmbiguous(path)) badRequest('The request path is ambiguous.');
  return path;
}

function isAmbiguous(path: string): boolean {
  if (HIDDEN_SEPARATOR.test(path)) return true;
  const decoded = decodedOnce(path);
  if (decoded === undefined || decoded.includes('\\') || Array.from(decoded).some(isControl)) return true;
  const segments = decoded.slice(1).split('/');
  return segments.some((segment, index) => (segment === '' ? index < segments.length - 1 : isDots(segment)));
}

/** `.` and `..`, also with path parameters (`..;x`), which some routers remove first. */
function isDots(segment: string): boolean {
  return /^\.{1,2}(?:;|$)/.test(segment);
}

function decodedOnce(path: string): string | undefined {
  try {
    return decodeURIComponent(path);
  } catch {
    return undefined;
  }
}
