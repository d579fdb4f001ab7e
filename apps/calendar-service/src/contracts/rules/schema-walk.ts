import { type AccessRule, filledPath, type TestApi, type TestResponse, type Thing } from '@almanac/testing';
import { NAMESPACE } from '../../config';
import type { CalendarWorld } from '../access/kinds';
import { describedPath, type Doc, fieldsIn } from './described-operations';
import { type Case, casesOf } from './schema-cases';

/** Tries values in each described parameter of an operation, and compares the answers with the description. */
export class SchemaWalk {
  /** Fields that were tried in full. In further routes one violation shows that the same rules hold. */
  private readonly tried = new Set<string>();

  constructor(
    private readonly world: CalendarWorld,
    private readonly api: TestApi,
    private readonly doc: Doc,
    /** @param at the route and the parameter */
    private readonly isExcepted: (at: string, isAllowed: boolean) => boolean,
  ) {}

  /** Values that are refused although the description allows them, and values that are accepted in spite of it. */
  async faultsOf(route: string, rule: AccessRule<CalendarWorld>): Promise<string[]> {
    const [method = '', path = ''] = route.split(' ');
    const make = async (): Promise<Thing> => (await rule.on?.visible(this.world)) ?? { name: '' };
    const shared = await make();
    const faults: string[] = [];
    const fields = fieldsIn(this.doc, describedPath({ path }, `/${NAMESPACE}`), method);
    for (const [name, field] of Object.entries(fields)) {
      const isKnown = this.isTried(`${method === 'GET'} ${name} ${JSON.stringify(field)}`);
      const cases = casesOf(field).filter(({ isAllowed }) => !this.isExcepted(`${route} ${name}`, isAllowed));
      for (const one of isKnown ? cases.filter(({ isAllowed }) => !isAllowed).slice(0, 1) : cases) {
        const thing = method === 'DELETE' ? await make() : shared;
        const fault = faultOf(name, one, await this.send(method, path, rule, thing, { [name]: one.value }));
        if (fault !== undefined) faults.push(fault);
      }
    }
    return faults;
  }

  private isTried(field: string): boolean {
    const isTried = this.tried.has(field);
    this.tried.add(field);
    return isTried;
  }

  private send(
    method: string,
    path: string,
    { params, query, body: valid }: AccessRule<CalendarWorld>,
    thing: Thing,
    more: Record<string, unknown>,
  ): Promise<TestResponse> {
    const address = filledPath(path, thing, { ...(params && { params }) });
    const body = valid?.(thing);
    if (body instanceof FormData) {
      for (const [name, value] of textsOf(more)) body.append(name, value);
      return this.api.send(method, address, body);
    }
    const usual: object = query ? Object.fromEntries(new URLSearchParams(query(thing))) : Object(body);
    const input = { ...usual, ...more };
    if (method === 'GET') return this.api.get(`${address}?${new URLSearchParams(textsOf(input)).toString()}`);
    return this.api.send(method, address, input);
  }
}

function faultOf(name: string, { value, isAllowed }: Case, { status, body }: TestResponse): string | undefined {
  const { data: { params = [] } = {} }: { data?: { params?: unknown } } = Object(body);
  const named = Array.isArray(params) ? params.map(String) : Object.keys(Object(params));
  const isRefused = status === 400 && named.includes(name);
  if (isRefused !== isAllowed && status < 500) return undefined;
  const shown = value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 60);
  return `${name} = ${shown} is ${isAllowed ? 'allowed' : 'forbidden'}, answered with ${status} ${JSON.stringify(params)}`;
}

/** Lists with commas, as queries may have them. */
const textsOf = (input: object): [string, string][] =>
  Object.entries(input).flatMap(([name, value]: [string, unknown]): [string, string][] => {
    if (value === undefined) return [];
    if (Array.isArray(value)) return [[name, value.join()]];
    if (typeof value === 'object') return [[`${name}[a][b]`, 'x']];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
