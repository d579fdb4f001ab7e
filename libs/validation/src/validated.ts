import 'reflect-metadata';
import { type FieldMessages, invalid } from '@almanac/errors';
import { type FieldFault, faultsOf } from './faults';
import { type DtoClass, read } from './reading';

/** The order of the messages of one field. */
const RULE_ORDER = [
  'required',
  'type',
  'image_extension',
  'mimes',
  'email',
  'alpha_dash',
  'in',
  'safe_url',
  'min',
  'max',
];

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
  return Object.fromEntries(faults.map(({ field, messages }) => [field, inOrder(messages)]));
}

/** Like `validated`, for callers that phrase refusals themselves. */
export function inspect<T extends object>(dto: DtoClass<T>, input: object): { value: T; faults: FieldFault[] } {
  const value = read(dto, input);
  return { value, faults: faultsOf(value) };
}

function inOrder(messages: Record<string, string>): string[] {
  if (messages['required'] !== undefined) return [messages['required']];
  const position = (name: string) => (RULE_ORDER.includes(name) ? RULE_ORDER.indexOf(name) : RULE_ORDER.length);
  return Object.keys(messages)
    .sort((a, b) => position(a) - position(b))
    .flatMap((name) => messages[name] ?? []);
}
