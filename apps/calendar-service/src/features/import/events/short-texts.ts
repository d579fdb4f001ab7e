import { plainText } from '../../../calendar/rendering/sanitised';

/** The text as it can be sent: as it is, or cut to this many characters without markup. Both are stored as their `plainText`. */
export function shortText(text: string, most: number): string {
  const plain = plainText(text);
  // Half of a character outside the basic plane cannot be stored.
  return Math.max(plain.length, text.length) <= most
    ? text
    : plain
        .slice(0, most)
        .replace(/[\uD800-\uDBFF]$/, '')
        .trim();
}
