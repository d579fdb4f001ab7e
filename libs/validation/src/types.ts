import { type FieldFault, innerRule, nestedFaults } from './faults';
import { type DtoClass, read, reading, type Reader } from './reading';
import { both, type Complaint, isNullable, rule } from './rule';

/**
 * The type rule of a field that is no text. Forms send an empty text for a field that was left empty: it counts as null where the field may be
 * null, and elsewhere as not sent.
 */
export function typed(change: Reader, complain: Complaint): PropertyDecorator {
  return (target, property) => {
    const nothing = () => (isNullable(target, String(property)) ? null : undefined);
    both(
      reading((value) => (value === '' ? nothing() : change(value))),
      rule('type', complain),
    )(target, property);
  };
}

export function Text(): PropertyDecorator {
  return rule('type', (value, label) => (typeof value === 'string' ? undefined : `The ${label} must be a string.`));
}

const INTEGER_TEXT = /^[+-]?\d+$/;
const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

function toWhole(value: unknown): unknown {
  return typeof value === 'string' && INTEGER_TEXT.test(value.trim()) && Number.isSafeInteger(Number(value)) ? Number(value) : value;
}

/** What a PostgreSQL integer holds. */
const LARGEST = 2_147_483_647;
const fitsColumn = (value: unknown): boolean => isWhole(value) && Math.abs(Number(value)) <= LARGEST;

/** An integer that a column can hold; integer-looking text is accepted and becomes a number. */
export function Whole(): PropertyDecorator {
  return typed(toWhole, (value, label) => (fitsColumn(value) ? undefined : `The ${label} must be an integer.`));
}

/** No record has it, and it means nothing else, as 0 sometimes does. */
const NO_ID = -1;

/** Ids beyond the column's range name nothing. */
function toId(value: unknown): unknown {
  const id = toWhole(value);
  return isWhole(id) && !fitsColumn(id) ? NO_ID : id;
}

/** An integer that names a record. */
export function RecordId(): PropertyDecorator {
  return typed(toId, (value, label) => (isWhole(value) ? undefined : `The ${label} must be an integer.`));
}

const BOOLEANS = new Map<unknown, boolean>([[true, true], [1, true], ['1', true], [false, false], [0, false], ['0', false]]); // prettier-ignore

/** true, false, 1, 0, "1" or "0"; becomes a boolean. The words "true" and "false" are refused, as forms have no use for them. */
export function YesNo(): PropertyDecorator {
  return typed(
    (value) => BOOLEANS.get(value) ?? value,
    (value, label) => (typeof value === 'boolean' ? undefined : `The ${label} field must be true or false.`),
  );
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !DAY.test(value) || value.startsWith('0000')) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

/** A day of the calendar as `YYYY-MM-DD`. */
export function Day(): PropertyDecorator {
  return typed(
    (value) => value,
    (value, label) => (isDay(value) ? undefined : `The ${label} does not match the format Y-m-d.`),
  );
}

/** Members of an object literal, not of a file or another instance. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** PHP and form clients send lists as objects, `{"0": 5, "2": 7}` or `books[a]=5`: a plain object where a list is meant is its values. */
export const toList = (value: unknown): unknown => (isPlainObject(value) ? Object.values(value) : value);

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** How many items a list may have unless its field says otherwise. */
const MAX_ITEMS = 1_000;

/** A list of anything. */
export function List(maxItems = MAX_ITEMS): PropertyDecorator {
  return listOf((item) => item, maxItems);
}

function listOf(change: Reader, maxItems: number): PropertyDecorator {
  return both(
    typed(
      (value) => {
        const list = toList(value);
        return Array.isArray(list) && list.length <= maxItems ? list.map(change) : list;
      },
      (value, label) => (Array.isArray(value) ? undefined : `The ${label} must be an array.`),
    ),
    rule('max', (value, label) =>
      itemsOf(value).length > maxItems ? `The ${label} may not have more than ${maxItems} items.` : undefined,
    ),
  );
}

/** Complaints about an item go under its own path, e.g. `roles.0`. */
function eachItem(complain: (item: unknown, path: string) => string | undefined): PropertyDecorator {
  return innerRule((value, property) =>
    itemsOf(value).flatMap((item, index): FieldFault[] => {
      const field = `${property}.${index}`;
      const type = complain(item, field);
      return type === undefined ? [] : [{ field, messages: { type } }];
    }),
  );
}

/** A list of ids; text that looks like a number counts, anything else is an error of that item. */
export function RecordIds(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    listOf(toId, maxItems),
    eachItem((item, path) => (isWhole(item) ? undefined : `The ${path} must be an integer.`)),
  );
}

/** A list of texts. */
export function Texts(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    List(maxItems),
    eachItem((item, path) => (typeof item === 'string' ? undefined : `The ${path} must be a string.`)),
  );
}

const inLowerCase = (item: unknown): unknown => (typeof item === 'string' ? item.toLowerCase() : item);

/** A list of names, such as those of permissions, which are taken in any letter case and become lower case. */
export function Names(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    Texts(maxItems),
    reading((list) => (Array.isArray(list) ? list.map(inLowerCase) : list)),
  );
}

const NESTED = Symbol('almanac:nested');

/** The DTO class of a property's object or of its list's items. */
export const nestedIn = (owner: object, property: string): DtoClass<object> | undefined =>
  Reflect.getMetadata(NESTED, owner, property) as DtoClass<object> | undefined;

const remember =
  (dto: DtoClass<object>): PropertyDecorator =>
  (target, property) =>
    Reflect.defineMetadata(NESTED, dto, target, property);

/** A list of nested DTOs. Messages of an item read `tags.0.name`. */
export function Items(item: DtoClass<object>, maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    remember(item),
    listOf((sent) => (isPlainObject(sent) ? read(item, sent) : sent), maxItems),
    innerRule((value, property) =>
      itemsOf(value).flatMap((one, index) => {
        const field = `${property}.${index}`;
        return nestedFaults(item, one, field) ?? [{ field, messages: { type: `The ${field} must be an object.` } }];
      }),
    ),
  );
}

/** A nested DTO. Messages of a member read `parent.name`. */
export function Nested(dto: DtoClass<object>): PropertyDecorator {
  return both(
    remember(dto),
    typed(
      (value) => (isPlainObject(value) ? read(dto, value) : value),
      (value, label) => (value instanceof dto ? undefined : `The ${label} must be an object.`),
    ),
    innerRule((value, property) => nestedFaults(dto, value, property) ?? []),
  );
}
