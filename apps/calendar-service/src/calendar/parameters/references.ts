import { both, isPlainObject, MAX_INTEGER, type Members, reading, Takes } from '@almanac/validation';
import { Check, FewItems, isText, listItems } from './rules';

/** The id that was sent as number or digits; undefined for any value that cannot be an id. */
export function idOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : isText(value) ? value.trim() : '';
  return /^\d{1,10}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_INTEGER ? Number(text) : undefined;
}

const isId = (value: unknown): boolean => typeof value === 'number' && idOf(value) !== undefined;

/** The id inside an object with one, such as an answer; any other value as it is. */
export const idWithin = (value: unknown): unknown => (isPlainObject(value) && 'id' in value ? value['id'] : value);

/** @param none the values that name no record; they become `as` */
const reference = (schema: Members, none: readonly unknown[], as: unknown, must: string): PropertyDecorator =>
  both(
    Takes(schema),
    reading((value) => (none.includes(value) ? as : (idOf(value) ?? value))),
    Check((value) => value === as || isId(value), must),
  );

/** One id; becomes a number. */
export const RecordReference = (): PropertyDecorator =>
  reference({ type: 'integer', minimum: 1 }, [], undefined, 'be an id');

/** One id, or 0 for none; becomes a number. */
export const RecordReferenceOrZero = (): PropertyDecorator =>
  reference({ type: 'integer', minimum: 0 }, [0, '0'], 0, 'be an id, or 0');

/** One id; 0, an empty text or null means none, and becomes null. */
export const RecordReferenceOrNone = (): PropertyDecorator =>
  reference({ type: ['integer', 'null'], minimum: 0 }, [0, '0', ''], null, 'be an id, or 0 for none');

/** A list of at least one id; becomes numbers. */
export const RecordReferences = (): PropertyDecorator =>
  both(
    Takes({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 }),
    reading((value) => listItems(value).map((item) => idOf(item) ?? item)),
    FewItems(),
    Check((value) => Array.isArray(value) && value.length > 0 && value.every(isId), 'be a list of ids'),
  );
