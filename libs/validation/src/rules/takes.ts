export type Members = Readonly<Record<string, unknown>>;

const TAKES = Symbol('almanac:takes');
const RULES = Symbol('almanac:rule-names');
const ITEM_RULES = Symbol('almanac:item-rule-names');
const FALLBACK = Symbol('almanac:has-fallback');

/** The members of an object, such as a schema; none of any other value. */
export const membersOf = (value: unknown): Members => (typeof value === 'object' && value !== null ? { ...value } : {});

/** True for object literals, not for files and other instances of classes. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The member of a schema that lists further spellings of its values. Generators of clients skip it. */
export const ACCEPTS_ALSO = 'x-accepts-also';

/** Spellings that a rule accepts beside those of its schema, which clients should send. */
export const acceptsAlso = (...schemas: readonly object[]): Members => ({ [ACCEPTS_ALSO]: schemas });

/** Declares the values that a rule accepts, as a JSON Schema; stands beside the rule. */
export function Takes(schema: Members): PropertyDecorator {
  return (target, property) => {
    const others: unknown = Reflect.getOwnMetadata(TAKES, target, property);
    Reflect.defineMetadata(TAKES, { ...membersOf(others), ...schema }, target, property);
  };
}

/** Declares that null is accepted beside the type that was declared before. Null is no word of a list, so it is another spelling there. */
export const TakesNull = (): PropertyDecorator => (target, property) => {
  const { type, enum: words } = membersOf(Reflect.getOwnMetadata(TAKES, target, property));
  if (words !== undefined) Takes(acceptsAlso({ type: 'null' }))(target, property);
  else if (type !== undefined) Takes({ type: [...new Set([type, 'null'].flat())] })(target, property);
};

/** Declares that an empty text or list is refused, beside the type that was declared before. */
export const TakesNoBlank = (): PropertyDecorator => (target, property) => {
  const { type, format, minLength = 1, minItems = 1 } = membersOf(Reflect.getOwnMetadata(TAKES, target, property));
  if (type === 'string' && format !== 'binary') Takes({ minLength })(target, property);
  if (type === 'array') Takes({ minItems })(target, property);
};

/** The JSON Schema that the rules of a property declare; undefined if none does. */
export function declaredSchema(prototype: object, property: string): Members | undefined {
  const schema: unknown = Reflect.getMetadata(TAKES, prototype, property);
  return schema === undefined ? undefined : membersOf(schema);
}

/** Declares a rule in the words of the reference's documentation, such as `max:255`. */
export const Documented = (rule: string): PropertyDecorator => named(RULES, rule);

/** The same for each item of a list. */
export const DocumentedItems = (rule: string): PropertyDecorator => named(ITEM_RULES, rule);

const named =
  (key: symbol, rule: string): PropertyDecorator =>
  (target, property) => {
    // Decorators run from the last to the first.
    Reflect.defineMetadata(key, [rule, ...listed(Reflect.getOwnMetadata(key, target, property))], target, property);
  };

/** The documented rules of a property, in the order of its decorators. */
export const documentedRules = (prototype: object, property: string): readonly string[] =>
  listed(Reflect.getMetadata(RULES, prototype, property));

/** The documented rules of each item of a list. */
export const documentedItemRules = (prototype: object, property: string): readonly string[] =>
  listed(Reflect.getMetadata(ITEM_RULES, prototype, property));

/** Declares that the service may do without the property, or fill it, when the caller leaves it out. */
export const HasFallback = (): PropertyDecorator => (target, property) =>
  Reflect.defineMetadata(FALLBACK, true, target, property);

export const hasFallback = (prototype: object, property: string): boolean =>
  Reflect.getMetadata(FALLBACK, prototype, property) === true;

const listed = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

/** The same description, in which each accepted spelling of a value is an alternative. Most generators of clients cannot express these. */
export function withAllSpellings(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(withAllSpellings);
  if (typeof part !== 'object' || part === null) return part;
  const { [ACCEPTS_ALSO]: others, ...members } = membersOf(
    Object.fromEntries(Object.entries(part).map(([name, member]) => [name, withAllSpellings(member)])),
  );
  if (!Array.isArray(others)) return members;
  const { description, ...schema } = members;
  const anyOf = [schema].concat(others);
  return { ...(description !== undefined && { description }), anyOf };
}
