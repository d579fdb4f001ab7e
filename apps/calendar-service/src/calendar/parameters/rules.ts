import { acceptsAlso, both, isPlainObject, reading, rule, Takes, TakesNull, toList } from '@almanac/validation';
import { MAX_ID } from '../addresses/path-id';
import { readBoolean, saysYes } from '../booleans';

/** Rules with this name appear in `params` with the text of the reference (`Invalid parameter.`). */
export const VALUE = 'value';

/**
 * Checks every value that was sent, including empty texts and null.
 * @param must ends the sentence "<name of the field> must …", without a full stop
 */
export function Check(accepts: (value: unknown) => boolean, must: string): PropertyDecorator {
  return rule(
    VALUE,
    (value, label) => (value === undefined || accepts(value) ? undefined : `${named(label)} must ${must}.`),
    {
      implicit: true,
    },
  );
}

/** Refuses these values as not of type string. */
export function NoText(isNone: (value: unknown) => boolean): PropertyDecorator {
  return rule('type', (value, label) => (isNone(value) ? `${named(label)} is not of type string.` : undefined), {
    implicit: true,
  });
}

/** Converts the sent value before the rules check it. */
export const Convert = reading;

export const combined = both;

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Maximum number of characters in a text, unless its field sets another limit. */
const MAX_LENGTH = 2_000;
/** For long texts: descriptions of events, venues and organizers. */
export const LONG_TEXT = 200_000;
/** Maximum number of items in a list, unless its field sets another limit. */
const MAX_ITEMS = 1_000;

/** A text of at most so many characters. */
export const AtMost = (characters: number): PropertyDecorator =>
  combined(
    Takes({ maxLength: characters }),
    rule('length', (value, label) =>
      isText(value) && value.length > characters
        ? `${named(label)} must be at most ${characters} characters long.`
        : undefined,
    ),
  );

/** A list of at most so many items. */
export const FewItems = (items = MAX_ITEMS): PropertyDecorator =>
  combined(
    Takes({ maxItems: items }),
    rule('items', (value, label) =>
      Array.isArray(value) && value.length > items ? `${named(label)} must contain at most ${items} items.` : undefined,
    ),
  );

/** A text that is not empty. */
export const FilledText = (characters = MAX_LENGTH): PropertyDecorator =>
  combined(
    Takes({ type: 'string', minLength: 1 }),
    NoText((value) => value === null),
    Check((value) => isText(value) && value !== '', 'be a text that is not empty'),
    AtMost(characters),
  );

/** A cursor of a list; an empty text stands for the start. */
export const CursorText = (): PropertyDecorator =>
  combined(
    Takes({ type: 'string' }),
    NoText((value) => value !== undefined && !isText(value)),
    AtMost(MAX_LENGTH),
  );

/** One of these words. */
export const OneOfWords = (words: readonly string[]): PropertyDecorator =>
  combined(
    Takes({ type: 'string', enum: words }),
    Check((value) => isText(value) && words.includes(value), `be one of ${words.join(', ')}`),
  );

/** A text; an empty one or null clears. */
export const OptionalText = (characters = MAX_LENGTH): PropertyDecorator =>
  combined(NullAs(''), Takes({ type: ['string', 'null'] }), Check(isText, 'be a text'), AtMost(characters));

/** true, false, 1 or 0, as JSON or as text in lower case; becomes a boolean (calendar-behaviour §0). */
export function BooleanValue(): PropertyDecorator {
  return combined(
    Takes({ type: 'boolean' }),
    Convert((value) => readBoolean(value) ?? value),
    rule(
      'type',
      (value, label) =>
        value === undefined || typeof value === 'boolean' ? undefined : `${named(label)} is not of type boolean.`,
      {
        implicit: true,
      },
    ),
  );
}

/** Any text, or a real boolean; becomes a boolean by `saysYes`. */
export function LooseBoolean(): PropertyDecorator {
  const fits = (value: unknown) => isText(value) || typeof value === 'boolean' || value === 0 || value === 1;
  return combined(
    Takes({ type: 'boolean', ...acceptsAlso({ type: 'string' }) }),
    Convert((value) => (fits(value) ? saysYes(value) : value)),
    Check((value) => typeof value === 'boolean', 'be true, false or a text such as yes'),
  );
}

/** The id that was sent as number or digits; undefined for any value that cannot be an id. */
export function idOf(value: unknown): number | undefined {
  const text = typeof value === 'number' ? String(value) : isText(value) ? value.trim() : '';
  return /^\d{1,10}$/.test(text) && Number(text) > 0 && Number(text) <= MAX_ID ? Number(text) : undefined;
}

/** The id inside an object with one, such as an answer; any other value as it is. */
export const idWithin = (value: unknown): unknown => (isPlainObject(value) && 'id' in value ? value['id'] : value);

/** One id; becomes a number. */
export function RecordReference(): PropertyDecorator {
  return combined(
    Takes({ type: 'integer', minimum: 1 }),
    Convert((value) => idOf(value) ?? value),
    Check((value) => typeof value === 'number' && idOf(value) !== undefined, 'be an id'),
  );
}

/** One id, or 0 for none; becomes a number. */
export function RecordReferenceOrZero(): PropertyDecorator {
  return combined(
    Takes({ type: 'integer', minimum: 0 }),
    Convert((value) => (value === 0 || value === '0' ? 0 : (idOf(value) ?? value))),
    Check((value) => typeof value === 'number' && (value === 0 || idOf(value) !== undefined), 'be an id, or 0'),
  );
}

/**
 * Items of a list sent as CSV, as repeated `name[]`, as an object of its items, or as one value; empty items are dropped (calendar-behaviour §0).
 */
export function listItems(sent: unknown): unknown[] {
  const value = toList(sent);
  const items = Array.isArray(value)
    ? value.flatMap((item: unknown) => (isText(item) ? item.split(',') : [item]))
    : isText(value)
      ? value.split(',')
      : [value];
  return items.map((item) => (isText(item) ? item.trim() : item)).filter((item) => item !== '' && item !== null);
}

/** A list of at least one id; becomes numbers. */
export function RecordReferences(): PropertyDecorator {
  return combined(
    Takes({ type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 }),
    Convert((value) => listItems(value).map((item) => idOf(item) ?? item)),
    FewItems(),
    Check(
      (value) =>
        Array.isArray(value) &&
        value.length > 0 &&
        value.every((item) => typeof item === 'number' && idOf(item) !== undefined),
      'be a list of ids',
    ),
  );
}

/** A list of texts and numbers, e.g. slugs and ids mixed; becomes texts. */
export function Words(): PropertyDecorator {
  return combined(
    Takes({ type: 'array', items: { type: 'string' } }),
    Convert((value) => listItems(value).map((item) => (typeof item === 'number' ? String(item) : item))),
    FewItems(),
    Check((value) => Array.isArray(value) && value.every(isText), 'be a list of texts'),
  );
}

/** The same with at least one item. */
export function SomeWords(): PropertyDecorator {
  return combined(
    Words(),
    Takes({ minItems: 1 }),
    Check((value) => Array.isArray(value) && value.length > 0, 'be a list with at least one item'),
  );
}

/** Accepts any value; other code validates it. */
export const Anything = (): PropertyDecorator =>
  combined(
    Takes({}),
    Check(() => true, 'be anything'),
  );

/** Replaces an explicit null with this value; undefined makes the field absent. Put it above the rules that declare the field's type. */
export const NullAs = (instead: unknown): PropertyDecorator =>
  combined(
    TakesNull(),
    Convert((value) => (value === null ? instead : value)),
  );

const MAX_ADDRESS = 2_048;

/** An absolute http or https address without white space, or an empty text. */
export function WebAddressOrNothing(): PropertyDecorator {
  return combined(
    OptionalText(MAX_ADDRESS),
    Check(
      (value) => !isText(value) || value === '' || (isWebAddress(value) && !/\s/.test(value)),
      'be an absolute http or https address without white space',
    ),
  );
}

export function isWebAddress(text: string): boolean {
  return text.length <= MAX_ADDRESS && URL.canParse(text) && /^https?:\/\/[^/\s]+/i.test(text);
}

/** The longest address that mail servers accept. */
const MAX_EMAIL = 254;

/** An e-mail address, or an empty text. */
export function EmailOrNothing(): PropertyDecorator {
  return combined(
    OptionalText(MAX_EMAIL),
    Check((value) => !isText(value) || value === '' || isEmail(value), 'be an e-mail address'),
  );
}

/** Text before and after one `@`, with a dot inside the second part. */
export function isEmail(text: string): boolean {
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(text) ?? [];
  return domain?.slice(1, -1).includes('.') === true;
}

/** The rule's label is the name with spaces; clients know the name itself. */
export const named = (label: string): string => label.replaceAll(' ', '_');
