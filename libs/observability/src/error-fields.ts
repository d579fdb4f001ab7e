export interface ErrorFields {
  type: string;
  message: string;
  stack?: string;
  code?: string | number;
  cause?: ErrorFields;
}

const LONGEST_CHAIN = 5;

/**
 * What a log line says about a thrown thing. An allow-list: errors of database drivers and HTTP clients carry the statement's
 * parameters or the request's headers as ordinary properties, and those hold secrets.
 */
export function errorFields(thrown: unknown, depth = 1): ErrorFields {
  if (!isError(thrown)) return otherFields(thrown);
  const code = 'code' in thrown && (typeof thrown.code === 'string' || typeof thrown.code === 'number') ? thrown.code : undefined;
  return {
    type: thrown.constructor.name,
    message: thrown.message,
    stack: thrown.stack,
    ...(code !== undefined && { code }),
    ...(thrown.cause !== undefined && depth < LONGEST_CHAIN && { cause: errorFields(thrown.cause, depth + 1) }),
  };
}

/** Some libraries report a copy of an error, without its class; anything else is described and not shown, because it may hold secrets. */
function otherFields(thrown: unknown): ErrorFields {
  if (typeof thrown !== 'object' || thrown === null) return { type: typeof thrown, message: String(thrown) };
  const text = (name: 'message' | 'stack' | 'code') => {
    const value: unknown = Reflect.get(thrown, name);
    return typeof value === 'string' ? value : undefined;
  };
  const [message, stack, code] = [text('message'), text('stack'), text('code')];
  return {
    type: 'object',
    message: message ?? `no error, but an object with ${Object.keys(thrown).join(', ') || 'nothing'}`,
    ...(stack !== undefined && { stack }),
    ...(code !== undefined && { code }),
  };
}

/** Also for errors from another realm (a worker's or a test's), which are no instance of this one's `Error`. */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}
