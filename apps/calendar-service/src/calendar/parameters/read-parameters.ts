import { type DtoClass, inspect, ruleNamesOf } from '@almanac/validation';
import { ParameterFaults } from './parameter-faults';
import { VALUE } from './rules';

const ORDERS = new WeakMap<object, readonly string[]>();

/** Declares the order in which refusals name the parameters of a DTO class and its subclasses: that of the reference's routes. */
export const NamedInOrder =
  (...names: readonly string[]): ClassDecorator =>
  (dto) =>
    void ORDERS.set(dto, names);

/** The parameters in the order of refusals: as declared, else in the order of their rules, with the page first. */
function orderOf(dto: DtoClass<object>): readonly string[] {
  for (let owner: unknown = dto; typeof owner === 'function'; owner = Object.getPrototypeOf(owner)) {
    const names = ORDERS.get(owner);
    if (names) return names;
  }
  return ['page', 'per_page', ...ruleNamesOf(dto).keys()];
}

interface ReadParameters<T> {
  /** Without the refused members, even required ones: call `faults.refuse()` before storing it. */
  value: T;
  /** The faults that the rules found. The caller adds those that need the database, and then calls `refuse()`. */
  faults: ParameterFaults;
}

/** Reads a request's input by the rules of a DTO class. Unknown members are dropped, and null counts as absent. */
export function readParameters<T extends object>(dto: DtoClass<T>, input: object): ReadParameters<T> {
  return readChanges(dto, Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
}

/** Like `readParameters`, for a change of a record: null clears the field, or is refused if the field always has a value. */
export function readChanges<T extends object>(dto: DtoClass<T>, input: object): ReadParameters<T> {
  const { value, faults: refused } = inspect(dto, input);
  const faults = new ParameterFaults(() => orderOf(dto));
  for (const { field, messages } of refused) {
    addFault(faults, field, messages);
    // Later checks must see accepted values only.
    Reflect.deleteProperty(value, field);
  }
  return { value, faults };
}

/** Codes for these faults on the platform of the reference (calendar-behaviour §5.1). */
const CODES: Readonly<Record<string, string>> = {
  type: 'rest_invalid_type',
  length: 'rest_too_long',
  items: 'rest_too_many_items',
};

function addFault(faults: ParameterFaults, field: string, messages: Readonly<Record<string, string>>): void {
  if ('required' in messages) {
    faults.addMissing(field);
    return;
  }
  // A value of another type breaks other rules as well, but its type is the reason.
  const [name = VALUE, refusal = ''] =
    Object.entries(messages).sort(([a], [b]) => Number(b === 'type') - Number(a === 'type'))[0] ?? [];
  const message = `${field} ${refusal}`;
  if (name === VALUE) faults.addInvalid(field, message);
  else faults.add(field, message, CODES[name]);
}

/**
 * Like `readParameters`, where no rule needs the database.
 * @throws Problem 400 that names every fault
 */
export function checkedParameters<T extends object>(dto: DtoClass<T>, input: object): T {
  const { value, faults } = readParameters(dto, input);
  faults.refuse();
  return value;
}
