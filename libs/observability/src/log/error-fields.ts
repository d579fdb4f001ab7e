interface ErrorFields {
  type: string;
  message: string;
  stack?: string | undefined;
  code?: string | number;
  cause?: ErrorFields;
}

const MAX_CAUSES = 5;

/**
 * The fields of a thrown value that are logged. An allow-list, because errors of database drivers and HTTP clients have
 * properties with statement parameters or request headers, which contain secrets.
 */
export function errorFields(thrown: unknown, depth = 1): ErrorFields {
  if (!isError(thrown)) return otherFields(thrown);
  const code =
    'code' in thrown && (typeof thrown.code === 'string' || typeof thrown.code === 'number') ? thrown.code : undefined;
  return {
    type: thrown.constructor.name,
    message: thrown.message,
    stack: thrown.stack,
    ...(code !== undefined && { code }),
    ...(thrown.cause !== undefined && depth < MAX_CAUSES && { cause: errorFields(thrown.cause, depth + 1) }),
  };
}

/** Some libraries throw a copy of an error without its class. Of objects without a message only the keys are logged, not values. */
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

/** True also for errors from another realm (of a worker or a test), which has another `Error` class. */
export function isError(thrown: unknown): thrown is Error {
  return thrown instanceof Error || Object.prototype.toString.call(thrown) === '[object Error]';
}
