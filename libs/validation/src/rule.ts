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

export const isNullable = (owner: object, property: string): boolean => Reflect.getMetadata(NULLABLE, owner, property) === true;

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

export function both(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}
