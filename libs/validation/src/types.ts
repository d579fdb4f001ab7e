import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import { itemRule, rule } from './rule';

const INTEGER_TEXT = /^[+-]?\d+$/;
const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

function both(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, property) => decorators.forEach((decorate) => decorate(target, property));
}

export function Text(): PropertyDecorator {
  return rule('type', (value, label) => (typeof value === 'string' ? undefined : `The ${label} must be a string.`));
}

function toWhole(value: unknown): unknown {
  return typeof value === 'string' && INTEGER_TEXT.test(value.trim()) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** What a PostgreSQL integer holds. */
const LARGEST = 2_147_483_647;
const fitsColumn = (value: unknown): boolean => isWhole(value) && Math.abs(Number(value)) <= LARGEST;

/** An integer that a column can hold; integer-looking text is accepted and becomes a number. */
export function Whole(): PropertyDecorator {
  return both(
    Transform(({ value }: { value: unknown }) => toWhole(value)),
    rule('type', (value, label) => (fitsColumn(value) ? undefined : `The ${label} must be an integer.`)),
  );
}

/** An integer that names a record. Ids beyond the column's range are passed on as 0, which no record has. */
export function RecordId(): PropertyDecorator {
  const fit = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && Math.abs(value) > LARGEST ? 0 : value);
  return both(
    Transform(({ value }: { value: unknown }) => fit(toWhole(value))),
    rule('type', (value, label) => (isWhole(value) ? undefined : `The ${label} must be an integer.`)),
  );
}

const BOOLEANS = new Map<unknown, boolean>([[true, true], [1, true], ['1', true], [false, false], [0, false], ['0', false]]); // prettier-ignore

/** true, false, 1, 0, "1" or "0"; becomes a boolean. The words "true" and "false" are refused, as forms have no use for them. */
export function YesNo(): PropertyDecorator {
  return both(
    Transform(({ value }: { value: unknown }) => BOOLEANS.get(value) ?? value),
    rule('type', (value, label) => (typeof value === 'boolean' ? undefined : `The ${label} field must be true or false.`)),
  );
}

/** A list of nested DTOs. Messages of an item read `tags.0.name`. */
export function Items(item: new () => object): PropertyDecorator {
  return both(
    rule('type', (value, label) => (Array.isArray(value) ? undefined : `The ${label} must be an array.`)),
    ValidateNested({ each: true }),
    Type(() => item),
  );
}

/** A list of ids; text that looks like a number counts, anything else is an error of that item. */
export function WholeNumbers(): PropertyDecorator {
  return both(
    Transform(({ value }: { value: unknown }) => (Array.isArray(value) ? value.map(toWhole) : value)),
    List(),
    itemRule((item, path) => (isWhole(item) ? undefined : `The ${path} must be an integer.`)),
  );
}

/** A list of texts. */
export function Texts(): PropertyDecorator {
  return both(
    List(),
    itemRule((item, path) => (typeof item === 'string' ? undefined : `The ${path} must be a string.`)),
  );
}

/** Anything with members, taken as it is. */
export function List(): PropertyDecorator {
  return rule('type', (value, label) => (Array.isArray(value) ? undefined : `The ${label} must be an array.`));
}
