import { badRequest } from '@almanac/errors';

/** What is said of a refused parameter unless its type is to blame. */
export const INVALID_PARAMETER = 'Invalid parameter.';

/**
 * Collects what is wrong with a request's parameters, so that one answer names all of it: faults that the text alone shows together with
 * those that only the database knows (calendar-behaviour §5.1).
 */
export class ParameterFaults {
  private readonly messages = new Map<string, string>();

  /** The first complaint about a parameter stays. */
  add(name: string, message: string = INVALID_PARAMETER): void {
    if (!this.messages.has(name)) this.messages.set(name, message);
  }

  has(name: string): boolean {
    return this.messages.has(name);
  }

  get isEmpty(): boolean {
    return this.messages.size === 0;
  }

  /** @throws Problem 400 `rest_invalid_param` when anything was collected */
  refuse(): void {
    if (this.messages.size > 0) invalidParameters(Object.fromEntries(this.messages));
  }
}

/** 400 that names every refused parameter with its message. */
export function invalidParameters(params: Record<string, string>): never {
  badRequest(`Invalid parameter(s): ${Object.keys(params).join(', ')}`, {
    code: 'rest_invalid_param',
    data: { params, details: {} },
  });
}

/** 400 that names every required parameter that is not there. */
export function missingParameters(names: readonly string[]): never {
  badRequest(`Missing parameter(s): ${names.join(', ')}`, { code: 'rest_missing_callback_param', data: { params: names } });
}
