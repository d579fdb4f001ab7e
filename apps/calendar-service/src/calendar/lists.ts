/**
 * Reads a list-typed value (calendar-behaviour §0): a text with commas, or a list, whose items may then hold commas themselves. Spaces around items and
 * empty items are dropped, numeric text becomes a number.
 */
export function readList(value: unknown): readonly (string | number)[] {
  return itemsOf(value).map(asNumber);
}

/** The same, without turning anything into a number: for names and slugs, where `007` is not 7. */
export function readTexts(value: unknown): readonly string[] {
  return itemsOf(value);
}

/**
 * A list of ids, each once.
 * @returns undefined when it is empty or holds anything but positive whole numbers; the caller must refuse it
 */
export function readIds(value: unknown): readonly number[] | undefined {
  const items = itemsOf(value);
  const ids = items.filter((item) => /^\d{1,15}$/.test(item)).map(Number);
  return ids.length > 0 && ids.length === items.length && ids.every((id) => id > 0) ? [...new Set(ids)] : undefined;
}

function itemsOf(value: unknown): string[] {
  const items: unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(',') : [value];
  return items
    .filter((item) => typeof item === 'string' || typeof item === 'number')
    .map((item) => String(item).trim())
    .filter((item) => item !== '');
}

/** Converts only texts that the number would print unchanged, so that nothing is lost. */
const asNumber = (item: string): string | number =>
  /^-?\d+(\.\d+)?$/.test(item) && String(Number(item)) === item ? Number(item) : item;
