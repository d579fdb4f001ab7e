import 'reflect-metadata';
import { type FieldMessages, invalid } from '@almanac/errors';
import { type FieldFault, faultsOf } from './faults';
import { type DtoClass, read } from './reading';

/**
 * Checks input against a DTO class.
 * @returns an instance with declared properties only, converted to their types
 * @throws Problem 422 with all messages per field
 */
export function validated<T extends object>(dto: DtoClass<T>, input: object): T {
  const { value, faults } = inspect(dto, input);
  return faults.length === 0 ? value : invalid(messagesOf(faults));
}

/** The faults in the contract's format, for callers that add faults of their own before they refuse the input. */
export function messagesOf(faults: readonly FieldFault[]): FieldMessages {
  return Object.fromEntries(
    faults.map(({ field, messages }) => [
      field,
      messages['required'] ? [messages['required']] : Object.values(messages),
    ]),
  );
}

/** Like `validated`, for callers that phrase refusals themselves. */
export function inspect<T extends object>(dto: DtoClass<T>, input: object): { value: T; faults: FieldFault[] } {
  const value = read(dto, input);
  return { value, faults: faultsOf(value) };
}
