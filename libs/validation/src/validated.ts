import 'reflect-metadata';
import { type FieldMessages, invalid } from '@almanac/errors';
import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { itemRulesOf } from './rule';

export type DtoClass<T extends object> = new () => T;

/** One refused field: dotted path, rule by rule. */
export interface FieldFault {
  field: string;
  /** Rule name (`required`, `type`, `max` …) to message. */
  messages: Record<string, string>;
}

/** The order in which the messages of one field are given. */
const RULE_ORDER = ['required', 'type', 'image_extension', 'mimes', 'email', 'alpha_dash', 'in', 'safe_url', 'min', 'max'];

/**
 * Checks input against a DTO class.
 * @returns an instance with declared properties only, coerced; unknown members are dropped
 * @throws Problem 422 with every message per field
 */
export function validated<T extends object>(dto: DtoClass<T>, input: object): T {
  const { value, faults } = inspect(dto, input);
  return faults.length === 0 ? value : invalid(messagesOf(faults));
}

/** The faults in the contract's form, for callers that find more of them by other means before they refuse the input. */
export function messagesOf(faults: readonly FieldFault[]): FieldMessages {
  return Object.fromEntries(faults.map(({ field, messages }) => [field, inOrder(messages)]));
}

/** Like `validated`, for callers that phrase refusals themselves. */
export function inspect<T extends object>(dto: DtoClass<T>, input: object): { value: T; faults: FieldFault[] } {
  const value = plainToInstance(dto, input, { exposeUnsetFields: false });
  const faults = validateSync(value, { whitelist: true, forbidUnknownValues: false }).flatMap((error) => flatten(error));
  return { value, faults: [...faults, ...itemFaults(value)] };
}

/** Faults of the items of lists of plain values. */
function itemFaults(value: object): FieldFault[] {
  return itemRulesOf(value).flatMap(({ property, complain }) => {
    const list: unknown = Reflect.get(value, property);
    if (!Array.isArray(list)) return [];
    return list.flatMap((item: unknown, index) => {
      const field = `${property}.${index}`;
      const message = complain(item, field);
      return message === undefined ? [] : [{ field, messages: { type: message } }];
    });
  });
}

function flatten(error: ValidationError, parent = ''): FieldFault[] {
  const field = parent + error.property;
  const own = Object.entries(error.constraints ?? {});
  // "Not a list" says it all; the complaint about its items would only repeat it.
  const { nestedValidation, ...messages } = Object.fromEntries(own);
  if (nestedValidation !== undefined && Object.keys(messages).length === 0)
    return [{ field, messages: { type: `The ${field} must be an object.` } }];
  const nested = (error.children ?? []).flatMap((child) => flatten(child, `${field}.`));
  return Object.keys(messages).length > 0 ? [{ field, messages: named(messages, error.property, field) }, ...nested] : nested;
}

/** Inside a list the whole path is the field's name: "The tags.0.name field is required." */
function named(messages: Record<string, string>, property: string, field: string): Record<string, string> {
  if (property === field) return messages;
  const label = property.replaceAll('_', ' ');
  return Object.fromEntries(Object.entries(messages).map(([name, message]) => [name, message.replace(` ${label} `, ` ${field} `)]));
}

function inOrder(messages: Record<string, string>): string[] {
  if (messages['required'] !== undefined) return [messages['required']];
  const position = (name: string) => (RULE_ORDER.includes(name) ? RULE_ORDER.indexOf(name) : RULE_ORDER.length);
  return Object.keys(messages)
    .sort((a, b) => position(a) - position(b))
    .flatMap((name) => messages[name] ?? []);
}
