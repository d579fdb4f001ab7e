import { acceptsAlso, both, reading, rule, Takes, TakesNull, toList } from '@almanac/validation';
import { readBoolean, saysYes } from '../booleans';
import { plainText } from '../rendering/sanitised';

/** Rules with this name appear in `params` with the text of the reference (`Invalid parameter.`). */
export const VALUE = 'value';

/**
 * A rule about every value that was sent, including empty texts and null.
 * @param name its kind of fault (`readChanges`)
 * @param refusal follows the name of the field, such as `must be an id.`
 */
export function sentRule(name: string, accepts: (value: unknown) => boolean, refusal: string): PropertyDecorator {
  return rule(name, (value) => (value === undefined || accepts(value) ? undefined : refusal), { implicit: true });
}

/** @param must ends the sentence "<name of the field> must …", without a full stop */
export const Check = (accepts: (value: unknown) => boolean, must: string): PropertyDecorator =>
  sentRule(VALUE, accepts, `must ${must}.`);

/** Refuses other values as not of this type. */
export const OfType = (type: string, accepts: (value: unknown) => boolean): PropertyDecorator =>
  sentRule('type', accepts, `is not of type ${type}.`);

export const isText = (value: unknown): value is string => typeof value === 'string';

/** Maximum number of characters in a text, unless its field sets another limit. */
const MAX_LENGTH = 2_000;
/** For long texts: descriptions of events, venues and organizers. */
export const LONG_TEXT = 200_000;
/** Maximum number of items in a list, unless its field sets another limit. */
const MAX_ITEMS = 1_000;

/** A text of at most so many characters. */
export const AtMost = (characters: number): PropertyDecorator =>
  both(
    Takes({ maxLength: characters }),
    sentRule(
      'length',
      (value) => !isText(value) || value.length <= characters,
      `must be at most ${characters} characters long.`,
    ),
  );

/** A list of at most so many items. */
export const FewItems = (items = MAX_ITEMS): PropertyDecorator =>
  both(
    Takes({ maxItems: items }),
    sentRule(
      'items',
      (value) => !Array.isArray(value) || value.length <= items,
      `must contain at most ${items} items.`,
    ),
  );

/** A text that is not empty. */
export const FilledText = (characters = MAX_LENGTH): PropertyDecorator =>
  both(
    Takes({ type: 'string', minLength: 1 }),
    OfType('string', (value) => value !== null),
    Check((value) => isText(value) && value !== '', 'be a text that is not empty'),
    AtMost(characters),
  );

/** A name with markup may be this many times longer than one without. A longer one is refused unparsed. */
const MAX_MARKUP = 10;

/** A title or name: one line without markup, and not empty. */
export const PlainName = (longest = 1_000): PropertyDecorator =>
  both(
    reading((value) => (isText(value) && value.length <= MAX_MARKUP * longest ? plainText(value) : value)),
    FilledText(longest),
  );

/** A cursor of a list; an empty text stands for the start. */
export const CursorText = (): PropertyDecorator =>
  both(Takes({ type: 'string' }), OfType('string', isText), AtMost(MAX_LENGTH));

/** One of these words. */
export const OneOfWords = (words: readonly string[]): PropertyDecorator =>
  both(
    Takes({ type: 'string', enum: words }),
    Check((value) => isText(value) && words.includes(value), `be one of ${words.join(', ')}`),
  );

/** A text; an empty one or null clears. */
export const OptionalText = (characters = MAX_LENGTH): PropertyDecorator =>
  both(NullAs(''), Takes({ type: ['string', 'null'] }), Check(isText, 'be a text'), AtMost(characters));

/** true, false, 1 or 0, as JSON or as text in lower case; becomes a boolean (calendar-behaviour §0). */
export function BooleanValue(): PropertyDecorator {
  return both(
    Takes({ type: 'boolean' }),
    reading((value) => readBoolean(value) ?? value),
    OfType('boolean', (value) => typeof value === 'boolean'),
  );
}

/** Any text, or a real boolean; becomes a boolean by `saysYes`. */
export function LooseBoolean(): PropertyDecorator {
  const fits = (value: unknown) => isText(value) || typeof value === 'boolean' || value === 0 || value === 1;
  return both(
    Takes({ type: 'boolean', ...acceptsAlso({ type: 'string' }) }),
    reading((value) => (fits(value) ? saysYes(value) : value)),
    Check((value) => typeof value === 'boolean', 'be true, false or a text such as yes'),
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

/** A list of texts and numbers, e.g. slugs and ids mixed; becomes texts. */
export function Words(): PropertyDecorator {
  return both(
    Takes({ type: 'array', items: { type: 'string' } }),
    reading((value) => listItems(value).map((item) => (typeof item === 'number' ? String(item) : item))),
    FewItems(),
    Check((value) => Array.isArray(value) && value.every(isText), 'be a list of texts'),
  );
}

/** The same with at least one item. */
export function SomeWords(): PropertyDecorator {
  return both(
    Words(),
    Takes({ minItems: 1 }),
    Check((value) => Array.isArray(value) && value.length > 0, 'be a list with at least one item'),
  );
}

/** Accepts any value; other code validates it. */
export const Anything = (): PropertyDecorator =>
  both(
    Takes({}),
    Check(() => true, 'be anything'),
  );

/** Replaces an explicit null with this value; undefined makes the field absent. Put it above the rules that declare the field's type. */
export const NullAs = (instead: unknown): PropertyDecorator =>
  both(
    TakesNull(),
    reading((value) => (value === null ? instead : value)),
  );

/** Replaces an empty text with null. */
export const EmptyAsNull = (): PropertyDecorator => reading((value) => (value === '' ? null : value));

const MAX_ADDRESS = 2_048;

/** An absolute http or https address without white space, or an empty text. */
export function WebAddressOrNothing(): PropertyDecorator {
  return both(
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
  return both(
    OptionalText(MAX_EMAIL),
    Check((value) => !isText(value) || value === '' || isEmail(value), 'be an e-mail address'),
  );
}

/** Text before and after one `@`, with a dot inside the second part. */
export function isEmail(text: string): boolean {
  const [, domain] = /^[^\s@]+@([^\s@]+)$/.exec(text) ?? [];
  return domain?.slice(1, -1).includes('.') === true;
}
