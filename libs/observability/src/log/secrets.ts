const SECRET_NAME = /authorization|cookie|password|secret|token/i;
const DEEPEST = 6;

const REDACTED = '[redacted]';

/** Whether the value of a key or query parameter with this name must not be logged. Matches generously: false positives are harmless. */
export function namesSecret(name: string): boolean {
  return SECRET_NAME.test(name);
}

/** A copy of the object without its secrets. Errors and class instances are kept as they are, because serializers handle them. */
export function withoutSecrets(fields: Record<string, unknown>, depth = 0): Record<string, unknown> {
  const redacted: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields))
    redacted[name] = namesSecret(name) ? REDACTED : withoutNested(value, depth + 1);
  return redacted;
}

/** The request target with the values of secret parameters replaced: `/login?token=[redacted]&next=/books`. */
export function targetWithoutSecrets(target: string): string {
  const start = target.indexOf('?') + 1;
  if (start === 0) return target;
  const pairs = target.slice(start).split('&').map(pairWithoutSecret);
  return target.slice(0, start) + pairs.join('&');
}

function withoutNested(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Ends cycles and keeps large object graphs out of the log.
  if (depth > DEEPEST) return '[deep]';
  if (Array.isArray(value)) return value.map((item: unknown) => withoutNested(item, depth + 1));
  return isPlain(value) ? withoutSecrets(value, depth) : value;
}

function isPlain(value: object): value is Record<string, unknown> {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function pairWithoutSecret(pair: string): string {
  const end = pair.indexOf('=');
  return end > 0 && namesSecret(decoded(pair.slice(0, end))) ? `${pair.slice(0, end)}=${REDACTED}` : pair;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}
