import { type FieldMessages, invalid } from '@almanac/errors';
import type { RawInput } from '@almanac/http';

const START_OF_TAG = /<[a-z/!?]/i;
const LOST = 'Put a space after “<”. What follows it would be taken for HTML, and be left out.';

/**
 * Checks the names in the input of a form. The API takes them as plain text: it would leave out a tag, and the words in it.
 * @param fields the members with names: a text, or a list of names and of records that are made with one
 * @returns the same input
 * @throws Problem 422 for a name with the start of a tag
 */
export function withPlainNames(input: RawInput, fields: readonly string[]): RawInput {
  const faults: FieldMessages = {};
  for (const field of fields)
    if (namesIn(input[field], field).some((name) => START_OF_TAG.test(name))) faults[field] = [LOST];
  if (Object.keys(faults).length > 0) invalid(faults);
  return input;
}

function namesIn(value: unknown, field: string): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((item) => namesIn(item, field));
  return typeof value === 'object' && value !== null ? namesIn(Reflect.get(value, field), field) : [];
}
