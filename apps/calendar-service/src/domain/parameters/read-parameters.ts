import { type DtoClass, inspect } from '@almanac/validation';
import { REQUIRED } from './presence';
import { INVALID_PARAMETER, missingParameters, ParameterFaults } from './parameter-faults';

export interface ReadParameters<T> {
  /** Without refused members, required ones among them: whoever stores it calls `refuse()` first. */
  value: T;
  /** What the rules refused; the caller adds what the database refuses and then calls `refuse()`. */
  faults: ParameterFaults;
}

/**
 * Reads a request's input by the rules of a DTO class. Unknown members are dropped, and null counts as absent.
 * @throws Problem 400 `rest_missing_callback_param` at once when a required parameter is not there (calendar-behaviour §5.1)
 */
export function readParameters<T extends object>(dto: DtoClass<T>, input: object): ReadParameters<T> {
  return readChanges(dto, Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null)));
}

/** The same for a change of a record, where null is a value: it clears the field, or is refused where the field always has a value. */
export function readChanges<T extends object>(dto: DtoClass<T>, input: object): ReadParameters<T> {
  const { value, faults: refused } = inspect(dto, input);
  const missing = refused.filter(({ messages }) => REQUIRED in messages).map(({ field }) => field);
  if (missing.length > 0) missingParameters(missing);
  const faults = new ParameterFaults();
  for (const { field, messages } of refused) {
    faults.add(field, Object.values(messages)[0] ?? INVALID_PARAMETER);
    // Whatever looks for further faults meets accepted values alone.
    Reflect.deleteProperty(value, field);
  }
  return { value, faults };
}

/**
 * The same where no rule needs the database.
 * @throws Problem 400 that names every fault
 */
export function checkedParameters<T extends object>(dto: DtoClass<T>, input: object): T {
  const { value, faults } = readParameters(dto, input);
  faults.refuse();
  return value;
}
