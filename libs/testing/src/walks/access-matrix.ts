import {
  type AccessRule,
  type AccessRules,
  type Cell,
  expectedStatus,
  isList,
  type MatrixCaller,
  type MatrixDefaults,
  canSee,
  type Thing,
} from './access-rule';
import type { TestApi, TestResponse } from '../test-api';

export interface MatrixWorld extends MatrixDefaults {
  api: TestApi;
  /** Callers by name, in the order of their requests. */
  callers: Readonly<Record<string, MatrixCaller>>;
}

/** Routes without a rule, and rules without a route. */
export function ruleGaps(routes: readonly { method: string; path: string }[], rules: AccessRules<never>) {
  const names = new Set(routes.map(({ method, path }) => `${method} ${path}`));
  return {
    routesWithoutRule: [...names].filter((name) => !(name in rules)),
    rulesWithoutRoute: Object.keys(rules).filter((name) => !names.has(name)),
  };
}

/** By caller and object, e.g. `viewer, hidden`: the status, followed by other faults of the answer. */
type Answers = Record<string, string>;

/**
 * Sends a route's request as every caller, to an object that is visible and to one that is hidden.
 * @param route method and path as in the app's routes
 * @returns the answers that the rule expects, and the actual ones
 */
export async function answersOf<World extends MatrixWorld>(world: World, route: string, rule: AccessRule<World>) {
  const answers: { expected: Answers; actual: Answers } = { expected: {}, actual: {} };
  const [method = '', path = ''] = route.split(' ');
  for (const isHidden of rule.on?.hidden ? [false, true] : [false]) {
    const make = (isHidden ? rule.on?.hidden : rule.on?.visible) ?? (async () => NOTHING);
    const shared = await make(world);
    for (const [callerName, caller] of Object.entries(world.callers)) {
      const cell = { method, path, callerName, caller, isHidden };
      const status = expectedStatus(rule, cell, world);
      // A successful request may change or delete the object, so it gets an object of its own.
      const thing = method !== 'GET' && status < 400 ? await make(world) : shared;
      const response = await world.api.as(caller).send(method, filledPath(path, thing, rule), rule.body?.(thing));
      const at = `${callerName}, ${isHidden ? 'hidden' : 'visible'}`;
      answers.expected[at] = String(status);
      answers.actual[at] = `${response.status}${visibilityFault(rule, cell, thing, response)}`;
    }
  }
  return answers;
}

const NOTHING: Thing = { name: '' };

/** Fills the parameters of the path from the object, then from the rule's `params`; others become 1. */
export function filledPath(path: string, thing: Thing, { params, query }: AccessRule<never>): string {
  const filled = path.replace(/([:*])(\w+)/g, (_, sort, name: string) => {
    const parameter = thing[name] ?? params?.[name];
    const value = typeof parameter === 'string' || typeof parameter === 'number' ? parameter : 1;
    return sort === ':' ? encodeURIComponent(value) : String(value);
  });
  return query ? `${filled}?${query(thing)}` : filled;
}

/** The fault of a JSON answer that shows a hidden object, or of a list that lacks a visible one. */
function visibilityFault(
  { on }: AccessRule<never>,
  cell: Cell,
  { name }: Thing,
  { status, text, headers }: TestResponse,
): string {
  if (!on || !headers.get('content-type')?.includes('json')) return '';
  const isPresent = text.includes(JSON.stringify(name));
  if (!canSee(cell, on)) return isPresent ? ', with the hidden object' : '';
  return isList(cell) && status < 300 && !isPresent ? ', without the object' : '';
}
