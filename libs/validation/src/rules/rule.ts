import { registerDecorator, type ValidationArguments } from 'class-validator';
import { Documented, type Members, Takes } from './takes';

/** Returns a message about `value`, or undefined when it is valid. `label` is the name of the field, with spaces for underscores. */
export type Complaint = (value: unknown, label: string, owner: Record<string, unknown>) => string | undefined;

interface RuleOptions {
  /** The rule checks absent and empty values too (the `Required…` rules, `Present` and `MinLength`). */
  implicit?: boolean;
}

const NULLABLE = Symbol('almanac:nullable');

/** Lets `null` pass every rule of the property. Without it, `null` fails the type rule. */
export function Nullable(): PropertyDecorator {
  return both(Documented('nullable'), (target, property) => Reflect.defineMetadata(NULLABLE, true, target, property));
}

export const isNullable = (owner: object, property: string): boolean =>
  Reflect.getMetadata(NULLABLE, owner, property) === true;

/** The name of a field in messages, with spaces for underscores. */
export const labelOf = (property: string): string => property.replaceAll('_', ' ');

/**
 * Makes a property decorator of a rule.
 * @param name key of its message; a message of `required` replaces those of all other rules of the property
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
        validate: (value: unknown, args?: ValidationArguments) =>
          args === undefined || complaint(value, args) === undefined,
        defaultMessage: (args?: ValidationArguments) => (args && complaint(args.value, args)) ?? '',
      },
    });
}

/**
 * Makes a property decorator of a rule with its documentation.
 * @param documented the rule in the words of the reference's documentation, such as `max:255`; its first word is the key of its message
 * @param schema the values that it accepts, as JSON Schema
 */
export const documentedRule = (
  documented: string,
  schema: Members,
  complain: Complaint,
  options?: RuleOptions,
): PropertyDecorator =>
  both(Documented(documented), Takes(schema), rule(documented.replace(/:.*/, ''), complain, options));

export function both(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}
