import { type FieldFault, innerRule, nestedFaults } from './faults';
import { type DtoClass, read, reading, type Reader } from './reading';
import { both, type Complaint, isNullable, rule } from './rules/rule';
import { acceptsAlso, Documented, isPlainObject, type Members, Takes } from './rules/takes';

/**
 * The type rule of a field that is no text. Forms send an empty text for an empty field. It becomes null when the field is nullable,
 * and otherwise counts as absent.
 */
export function typed(documented: string, schema: Members, change: Reader, complain: Complaint): PropertyDecorator {
  return (target, property) => {
    const nothing = () => (isNullable(target, String(property)) ? null : undefined);
    both(
      Documented(documented),
      Takes(schema),
      reading((value) => (value === '' ? nothing() : change(value))),
      rule('type', complain),
    )(target, property);
  };
}

/** For types that need no conversion. */
export const asSent: Reader = (value) => value;

/** For additions to the contract: null counts as absent. The contract has null refused in its own fields (content-behaviour §3.4). Stands first. */
export const NullIsAbsent = (): PropertyDecorator =>
  both(
    Documented('nullable'),
    reading((value) => value ?? undefined),
  );

export function Text(): PropertyDecorator {
  return both(
    Documented('string'),
    Takes({ type: 'string' }),
    rule('type', (value, label) => (typeof value === 'string' ? undefined : `The ${label} must be a string.`)),
  );
}

const INTEGER_TEXT = /^[+-]?\d+$/;
const isWhole = (value: unknown): boolean => typeof value === 'number' && Number.isInteger(value);

function toWhole(value: unknown): unknown {
  return typeof value === 'string' && INTEGER_TEXT.test(value.trim()) && Number.isSafeInteger(Number(value))
    ? Number(value)
    : value;
}

/** The largest PostgreSQL integer. */
export const MAX_INTEGER = 2_147_483_647;
const fitsColumn = (value: unknown): boolean => isWhole(value) && Math.abs(Number(value)) <= MAX_INTEGER;

/** An integer within the range of a PostgreSQL integer; text with an integer is accepted and becomes a number. */
export const Whole = (): PropertyDecorator =>
  typed('integer', { type: 'integer', minimum: -MAX_INTEGER, maximum: MAX_INTEGER }, toWhole, (value, label) =>
    fitsColumn(value) ? undefined : `The ${label} must be an integer.`,
  );

/** An id that no record has. Not 0, which has a meaning in some fields. */
const NO_ID = -1;

/** Ids beyond the column's range become `NO_ID`, so that they find no record instead of failing in PostgreSQL. */
function toId(value: unknown): unknown {
  const id = toWhole(value);
  return isWhole(id) && !fitsColumn(id) ? NO_ID : id;
}

/** The id of a record. */
export const RecordId = (): PropertyDecorator =>
  typed('integer', { type: 'integer' }, toId, (value, label) =>
    isWhole(value) ? undefined : `The ${label} must be an integer.`,
  );

const BOOLEANS = new Map<unknown, boolean>([
  [true, true],
  [1, true],
  ['1', true],
  [false, false],
  [0, false],
  ['0', false],
]);

/** true, false, 1, 0, "1" or "0"; becomes a boolean. The texts "true" and "false" are refused, because forms do not send them. */
export const YesNo = (): PropertyDecorator =>
  typed(
    'boolean',
    { type: 'boolean', ...acceptsAlso({ enum: [...BOOLEANS.keys()].filter((key) => typeof key !== 'boolean') }) },
    (value) => BOOLEANS.get(value) ?? value,
    (value, label) => (typeof value === 'boolean' ? undefined : `The ${label} field must be true or false.`),
  );

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const isDay = (value: unknown): boolean => {
  if (typeof value !== 'string' || !DAY.test(value) || value.startsWith('0000')) return false;
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

/** A date as `YYYY-MM-DD`. */
export const Day = (): PropertyDecorator =>
  typed('date_format:Y-m-d', { type: 'string', format: 'date' }, asSent, (value, label) =>
    isDay(value) ? undefined : `The ${label} does not match the format Y-m-d.`,
  );

/** PHP and form clients send lists as objects, `{"0": 5, "2": 7}` or `books[a]=5`, so a plain object becomes the list of its values. */
export const toList = (value: unknown): unknown => (isPlainObject(value) ? Object.values(value) : value);

const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Default limit of the items in a list. */
const MAX_ITEMS = 1_000;

function listOf(change: Reader, maxItems: number): PropertyDecorator {
  return both(
    Documented(`max:${maxItems}`),
    typed(
      'array',
      { type: 'array', items: {}, maxItems },
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

/** Checks each item of a list. Messages are under the item's path, e.g. `roles.0`. */
function eachItem(complain: (item: unknown, path: string) => string | undefined): PropertyDecorator {
  return innerRule((value, property) =>
    itemsOf(value).flatMap((item, index): FieldFault[] => {
      const field = `${property}.${index}`;
      const type = complain(item, field);
      return type === undefined ? [] : [{ field, messages: { type } }];
    }),
  );
}

/** A list of ids; texts with an integer are accepted, any other value is a fault of its item. */
export function RecordIds(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    listOf(toId, maxItems),
    Takes({ items: { type: 'integer' } }),
    eachItem((item, path) => (isWhole(item) ? undefined : `The ${path} must be an integer.`)),
  );
}

/** A list of texts. */
export function Texts(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    listOf(asSent, maxItems),
    Takes({ items: { type: 'string' } }),
    eachItem((item, path) => (typeof item === 'string' ? undefined : `The ${path} must be a string.`)),
  );
}

const inLowerCase = (item: unknown): unknown => (typeof item === 'string' ? item.toLowerCase() : item);

/** A list of names, e.g. of permissions, in any letter case; they become lower case. */
export function Names(maxItems = MAX_ITEMS): PropertyDecorator {
  return both(
    Texts(maxItems),
    reading((list) => (Array.isArray(list) ? list.map(inLowerCase) : list)),
  );
}

const NESTED = Symbol('almanac:nested');

/** The DTO class of a nested property, or of the items of its list. */
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
      'array',
      { type: 'object' },
      (value) => (isPlainObject(value) ? read(dto, value) : value),
      (value, label) => (value instanceof dto ? undefined : `The ${label} must be an object.`),
    ),
    innerRule((value, property) => nestedFaults(dto, value, property) ?? []),
  );
}
