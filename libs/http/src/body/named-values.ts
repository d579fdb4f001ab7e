import { badRequest, Problem } from '@almanac/errors';

/** A parameter of a form or of a query string, e.g. `['tags[0][name]', 'topic']`. */
export type NamedValue = readonly [name: string, value: string];

/** A text, a list, or an object by name. */
export type NestedValue = string | NestedValue[] | { [name: string]: NestedValue };

/** Parameters of one form or query string. */
export const MAX_PARAMETERS = 1_000;
/** `a[b][c]` has three. */
const MAX_LEVELS = 32;
const TOO_MANY = `A request may have ${MAX_PARAMETERS} parameters at most.`;

/**
 * The parameters of a query string or of an urlencoded form.
 * @throws Problem 400 for too many, before any of them is read
 */
export function parametersOf(encoded: string): NamedValue[] {
  let parts = 1;
  for (let place = encoded.indexOf('&'); place >= 0; place = encoded.indexOf('&', place + 1)) {
    parts += 1;
    if (parts > MAX_PARAMETERS) badRequest(TOO_MANY);
  }
  // A question mark at the beginning would be taken off.
  return [...new URLSearchParams(`?${encoded}`)];
}

/** For forms that come part by part. */
export const tooManyParameters = (): Problem => new Problem(400, TOO_MANY);

/**
 * Builds what names with brackets describe: `a[b]=1` is an object, `a[]=1` the next item of a list, and numbers alone make a list in their order,
 * whatever is left out between them. Of a name that comes twice the last value counts.
 */
export function nested(parameters: Iterable<NamedValue>): Record<string, NestedValue> {
  const root = new Branch();
  for (const [name, value] of parameters) {
    const keys = keysOf(name);
    if (keys) root.put(keys, value);
  }
  return root.members();
}

const KEY_IN_BRACKETS = /\[([^[\]]*)\]/y;

/** `a[b][]` is `a`, `b` and an empty key; a name that is not of this form is one key as a whole, and an empty one none. */
function keysOf(name: string): string[] | undefined {
  const open = name.indexOf('[');
  if (open <= 0) return name === '' ? undefined : [name];
  const keys = [name.slice(0, open)];
  KEY_IN_BRACKETS.lastIndex = open;
  for (let place = open; place < name.length; place = KEY_IN_BRACKETS.lastIndex) {
    const found = KEY_IN_BRACKETS.exec(name);
    if (!found) return [name];
    if (keys.length === MAX_LEVELS) badRequest(`A parameter may be nested ${MAX_LEVELS} levels deep at most.`);
    keys.push(found[1] ?? '');
  }
  return keys;
}

const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/** Values by key, in a map: no key of a caller's can be one that objects inherit. */
class Branch {
  private readonly children = new Map<string, Branch | string>();
  private nextIndex = 0;

  put([first = '', ...rest]: readonly string[], value: string): void {
    const key = first === '' ? String(this.nextIndex) : first;
    if (INDEX.test(key)) this.nextIndex = Math.max(this.nextIndex, Number(key) + 1);
    if (rest.length === 0) {
      this.children.set(key, value);
      return;
    }
    const known = this.children.get(key);
    const child = known instanceof Branch ? known : new Branch();
    if (child !== known) this.children.set(key, child);
    child.put(rest, value);
  }

  members(): Record<string, NestedValue> {
    return Object.fromEntries([...this.children].map(([key, child]) => [key, built(child)]));
  }

  /** A list when all keys are numbers. */
  value(): NestedValue {
    const keys = [...this.children.keys()];
    if (!keys.every((key) => INDEX.test(key))) return this.members();
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => built(this.children.get(key) ?? ''));
  }
}

const built = (child: Branch | string): NestedValue => (typeof child === 'string' ? child : child.value());
