import { registerDecorator, type ValidationArguments } from 'class-validator';

/** Says what is wrong with `value`, or undefined when nothing is. `label` is the field as people read it: underscores become spaces. */
export type Complaint = (value: unknown, label: string, owner: Record<string, unknown>) => string | undefined;

export interface RuleOptions {
  /** The rule looks at absent and empty values too (the `Required…` family and `MinLength`). */
  implicit?: boolean;
}

const NULLABLE = Symbol('almanac:nullable');

/** Lets `null` pass every rule of the property; elsewhere `null` fails the type rule. */
export function Nullable(): PropertyDecorator {
  return (target, property) => Reflect.defineMetadata(NULLABLE, true, target, property);
}

const isNullable = (owner: object, property: string): boolean => Reflect.getMetadata(NULLABLE, owner, property) === true;

/** Underscores read as spaces, except in the path of a nested field. */
export const labelOf = (property: string): string => property.replaceAll('_', ' ');

/**
 * Makes a property decorator of a rule.
 * @param name groups messages: `required` silences all other rules of the property when it fails
 */
export function rule(name: string, complain: Complaint, { implicit = false }: RuleOptions = {}): PropertyDecorator {
  const complaint = (value: unknown, { object, property }: ValidationArguments): string | undefined => {
    if (!implicit && (value === undefined || value === '')) return undefined;
    if (value === null && isNullable(object, property)) return undefined;
    return complain(value, labelOf(property), { ...object });
  };
  return (target, property) =>
    registerDecorator({
      name,
      target: target.constructor,
      propertyName: String(property),
      options: {},
      validator: {
        validate: (value: unknown, args?: ValidationArguments) => args === undefined || complaint(value, args) === undefined,
        defaultMessage: (args?: ValidationArguments) => (args && complaint(args.value, args)) ?? '',
      },
    });
}

/** What is wrong with one item of a list, whose path is e.g. `roles.0`; undefined when nothing is. */
export type ItemComplaint = (item: unknown, path: string) => string | undefined;

interface ItemRule {
  property: string;
  complain: ItemComplaint;
}

const ITEM_RULES = new WeakMap<object, ItemRule[]>();

const prototypeOf = (owner: object): object | null => {
  const prototype: unknown = Object.getPrototypeOf(owner);
  return typeof prototype === 'object' ? prototype : null;
};

/** Those of its class and of the classes which that extends. */
export const itemRulesOf = (owner: object | null): ItemRule[] =>
  owner === null ? [] : [...itemRulesOf(prototypeOf(owner)), ...(ITEM_RULES.get(owner) ?? [])];

/** Makes a rule for each item of a list of plain values. Complaints go under the item's own path, as those of nested DTOs do. */
export function itemRule(complain: ItemComplaint): PropertyDecorator {
  return (target, property) => void ITEM_RULES.set(target, [...(ITEM_RULES.get(target) ?? []), { property: String(property), complain }]);
}
