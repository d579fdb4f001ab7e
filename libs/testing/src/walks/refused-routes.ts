import { PROBLEM_TYPES } from '@almanac/errors';
import type { TestApi, TestResponse } from '../test-api';

interface Route {
  method: string;
  /** With parameters such as `:id`. */
  path: string;
}

const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];

/** Requests that a service must refuse, made from its route table. */
export class RefusedRoutes {
  /** @param values of path parameters that are no ids; no record may have them */
  constructor(
    private readonly routes: readonly Route[],
    private readonly values: Readonly<Record<string, string>> = {},
  ) {}

  /** Faults of the refusals that a caller gets from all routes. Records do not exist, and bodies are missing. */
  async faults(api: TestApi): Promise<string[]> {
    const found: string[] = [];
    for (const { method, path } of this.routes) {
      const answer = await api.send(method, this.addressOf(path));
      found.push(...errorFaults(answer).map((fault) => `${method} ${path} ${answer.status}: ${fault}`));
    }
    return found;
  }

  /** Routes that answer a caller without credentials otherwise than with 401. */
  async open(anonymous: TestApi): Promise<string[]> {
    const found: string[] = [];
    for (const { method, path } of this.routes) {
      const { status } = await anonymous.send(method, this.addressOf(path));
      if (status !== 401) found.push(`${method} ${path}`);
    }
    return found;
  }

  /** Faults of the refusals of all methods that a path does not have. `/users/me` does not have those of `/users/:id`. */
  async methodFaults(api: TestApi): Promise<string[]> {
    const found: string[] = [];
    for (const [path, methods] of this.methods())
      for (const method of METHODS.filter((one) => !methods.includes(one))) {
        const answer = await api.send(method, this.addressOf(path));
        const allowed = answer.headers.get('allow')?.split(', ') ?? [];
        const faults = errorFaults(answer);
        if (answer.status !== 405) faults.push(`the status is ${answer.status}`);
        else if (String(allowed) !== String(methods))
          faults.push(`it allows ${allowed.join()}, but has ${methods.join()}`);
        found.push(...faults.map((fault) => `${method} ${path}: ${fault}`));
      }
    return found;
  }

  private methods(): [path: string, methods: string[]][] {
    return [...Map.groupBy(this.routes, ({ path }) => path)].map(([path, routes]) => {
      const methods = new Set(routes.map(({ method }) => method));
      if (methods.has('GET')) methods.add('HEAD');
      return [path, [...methods].sort()];
    });
  }

  private addressOf(path: string): string {
    return path.replace(/:(\w+)/g, (_, name: string) => this.values[name] ?? '2000000');
  }
}

/** Faults of an answer, if it is a refusal: its type, the id of its request, and the headers of its status. */
function errorFaults({ status, headers, body }: TestResponse): string[] {
  if (status < 400) return [];
  const error: unknown = memberOf(body, 'error');
  const type = memberOf(error, 'type');
  return [
    ...(typeof type === 'string' && type in PROBLEM_TYPES ? [] : [`the type ${String(type)} is unknown`]),
    ...(memberOf(error, 'request_id') === headers.get('x-request-id') ? [] : ['the request id is missing']),
    ...(headers.get('www-authenticate') === (status === 401 ? 'Token' : null) ? [] : ['WWW-Authenticate is wrong']),
    ...(headers.has('allow') === (status === 405) ? [] : ['Allow is wrong']),
  ];
}

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
