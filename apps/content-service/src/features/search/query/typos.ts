/** Shorter words have too many similar words. */
const MIN_LENGTH = 5;
/** Longer words are compound names, addresses and codes; a similar one is not the same. */
const MAX_LENGTH = 15;
/** From this length on, two edits are corrected. */
const LONG = 9;

/** Words with digits are identifiers, e.g. versions and ticket numbers; a similar one is not a useful result. */
const LETTERS = /^\p{L}+$/u;

/** Whether typos of a word are corrected at all. */
const isCorrectable = (word: string): boolean =>
  word.length >= MIN_LENGTH && word.length <= MAX_LENGTH && LETTERS.test(word);

/**
 * Whether `searched` may be a typo of `word`: one letter missing, extra or wrong, or two swapped; twice in long words. The first letter must
 * match, because typos rarely affect it. Both folded.
 */
export function isTypoOf(word: string, searched: string): boolean {
  if (!isCorrectable(word) || !isCorrectable(searched) || !word.startsWith(searched.charAt(0))) return false;
  const allowed = searched.length >= LONG ? 2 : 1;
  return Math.abs(word.length - searched.length) <= allowed && distance(word, searched) <= allowed;
}

/** Edit distance, where a swap of neighbours is one edit (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(
          replaced,
          at(last, column) + 1,
          at(current, column - 1) + 1,
          swapped ? at(beforeLast, column - 2) + 1 : Infinity,
        ),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
