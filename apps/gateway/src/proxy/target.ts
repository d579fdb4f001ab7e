import { badRequest } from '@almanac/errors';

/** Nearly every request: segments of plain characters that do not begin with a dot. Needs no second look. */
const PLAIN = /^(?:\/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*\/?$/;

/** A slash hidden in a segment, however often it was encoded, and a dot that was encoded twice. */
const HIDDEN_SEPARATOR = /%(?:25)*(?:2f|5c)|%(?:25)+2e/i;

const isControl = (char: string) => char < ' ' || char === '\x7f';

/**
 * The path of a request target, once it is certain that every program behind us reads it the same way.
 * Nothing is rewritten: what could mean two things is refused, so the path that was checked is the path that is passed on.
 * @throws Problem 400 for absolute-form targets, dot segments, empty segments, hidden slashes, control characters and broken escapes
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

/** `.` and `..`, also when path parameters hang on them (`..;x`), which some routers cut off first. */
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
