import { badRequest, Problem } from '@almanac/errors';

/** A parameter of a form or of a query string, e.g. `['tags[0][name]', 'topic']`. */
export type NamedValue = readonly [name: string, value: string];

/** A text, a list, or an object. */
type NestedValue = string | NestedValue[] | { [name: string]: NestedValue };

/** Limit for one form or query string. */
export const MAX_PARAMETERS = 1_000;
/** Limit of nesting; `a[b][c]` has three levels. */
const MAX_LEVELS = 32;
const TOO_MANY = `A request may have ${MAX_PARAMETERS} parameters at most.`;

/**
 * The parameters of a query string or of an urlencoded form.
 * @throws Problem 400 for too many parameters, before any of them is parsed
 */
export function parametersOf(encoded: string): NamedValue[] {
  let parts = 1;
  for (let place = encoded.indexOf('&'); place >= 0; place = encoded.indexOf('&', place + 1)) {
    parts += 1;
    if (parts > MAX_PARAMETERS) badRequest(TOO_MANY);
  }
  // The added question mark protects one in the text, because URLSearchParams removes a leading one.
  return [...new URLSearchParams(`?${encoded}`)];
}

/** For multipart forms, which are read part by part. */
export const tooManyParameters = (): Problem => new Problem(400, TOO_MANY);

/**
 * Builds objects and lists from names with brackets: `a[b]=1` is an object, `a[]=1` the next item of a list. When all keys are numbers,
 * they make a list in numeric order, without gaps. Of a repeated name the last value counts.
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

/** `a[b][]` gives `a`, `b` and an empty key. A name of another form is one key; undefined for an empty name. */
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

/** Values by key. A map, so that a caller's key cannot collide with an inherited property such as `__proto__`. */
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
    const existing = this.children.get(key);
    const child = existing instanceof Branch ? existing : new Branch();
    if (child !== existing) this.children.set(key, child);
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
