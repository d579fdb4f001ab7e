import { validateSync } from 'class-validator';
import type { DtoClass } from './reading';
import { labelOf } from './rules/rule';
import { documentedRules } from './rules/takes';

/** One refused field, by its dotted path, with a message per rule. */
export interface FieldFault {
  field: string;
  /** Rule name (`required`, `type`, `max` …) to message, in the order of the rules. */
  messages: Record<string, string>;
}

/** Finds faults inside a value, with paths such as `tags.0.name`. */
type InnerFaults = (value: unknown, path: string) => FieldFault[];

interface InnerRule {
  property: string;
  find: InnerFaults;
}

const INNER_RULES = new WeakMap<object, InnerRule[]>();

/** Makes a property decorator that checks items of a list or members of an object. It runs when the other rules of the property pass. */
export function innerRule(find: InnerFaults): PropertyDecorator {
  return (target, property) =>
    void INNER_RULES.set(target, [...(INNER_RULES.get(target) ?? []), { property: String(property), find }]);
}

/** The inner rules of its class and of the base classes. */
function innerRulesOf(owner: unknown): InnerRule[] {
  if (typeof owner !== 'object' || owner === null) return [];
  return [...innerRulesOf(Object.getPrototypeOf(owner)), ...(INNER_RULES.get(owner) ?? [])];
}

/** All faults of an instance of a DTO class. */
export function faultsOf(value: object): FieldFault[] {
  const faults = validateSync(value, { forbidUnknownValues: false }).map(({ property, constraints = {} }) => ({
    field: property,
    messages: inOrder(constraints, documentedRules(value, property)),
  }));
  const refused = new Set(faults.map(({ field }) => field));
  const inner = innerRulesOf(value).flatMap(({ property, find }) =>
    refused.has(property) ? [] : find(Reflect.get(value, property), property),
  );
  return [...faults, ...inner];
}

/** In the order of the documented rules, after the type; rules that are not documented come last. */
function inOrder(messages: Record<string, string>, rules: readonly string[]): Record<string, string> {
  const names = rules.map((rule) => rule.replace(/:.*/, ''));
  const place = (name: string) => (name === 'type' ? -1 : names.includes(name) ? names.indexOf(name) : names.length);
  return Object.fromEntries(Object.entries(messages).sort(([a], [b]) => place(a) - place(b)));
}

/** The faults of a nested instance of `dto`; undefined when the value is no such instance. */
export function nestedFaults(dto: DtoClass<object>, value: unknown, path: string): FieldFault[] | undefined {
  if (!(value instanceof dto)) return undefined;
  return faultsOf(value).map(({ field, messages }) => ({
    field: `${path}.${field}`,
    messages: renamed(messages, field, `${path}.${field}`),
  }));
}

/** In messages, the name of a nested field is its whole path: "The tags.0.name field is required." */
function renamed(messages: Record<string, string>, field: string, path: string): Record<string, string> {
  const label = labelOf(field);
  return Object.fromEntries(
    Object.entries(messages).map(([name, message]) => [name, message.replace(` ${label} `, ` ${path} `)]),
  );
}
