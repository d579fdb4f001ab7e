import { isPlainObject, rule, Takes, toList } from '@almanac/validation';
import { Check, combined, FewItems, isText, named, Reading } from '../../../calendar/parameters/rules';

const MAX_LINKS = 100;

/** The venues or organizers of an event, as sent: one or a list, each an id or an object. */
export function Links(): PropertyDecorator {
  return combined(
    Takes({}),
    Reading((value) => (isNumbered(value) ? Object.values(value) : value)),
    rule('items', (value, label) =>
      linkedItems(value).length > MAX_LINKS ? `${named(label)} must contain at most ${MAX_LINKS} items.` : undefined,
    ),
  );
}

/** A list that a client sent as an object with numeric keys, unlike an object with fields of a record. */
const isNumbered = (value: unknown): value is Record<string, unknown> =>
  isPlainObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** The single items of a list, of CSV or of one value. Empty values (`0`, `""`, false, null, `{}`) are dropped. */
export function linkedItems(sent: unknown): unknown[] {
  if (Array.isArray(sent)) return sent.flatMap(linkedItems);
  if (isText(sent))
    return sent
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '' && item !== '0');
  const isNone =
    sent === null || sent === 0 || sent === false || (isPlainObject(sent) && Object.keys(sent).length === 0);
  return isNone ? [] : [sent];
}

/** A cost as it is stored: a list of texts, one for each price. */
export function CostItems(): PropertyDecorator {
  return combined(
    Reading((value) =>
      value === null
        ? []
        : [toList(value)]
            .flat()
            .map(asText)
            .filter((item) => item !== ''),
    ),
    FewItems(100),
    Check(
      (value) => Array.isArray(value) && value.every((item) => isText(item) && item.length <= 500),
      'be prices or words of at most 500 characters each',
    ),
  );
}

const asText = (item: unknown): unknown =>
  typeof item === 'number' ? String(item) : isText(item) ? item.trim() : item;
