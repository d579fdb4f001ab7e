/** Shorter words have too many neighbours. */
const SHORTEST = 5;
/** Longer ones are names, addresses and codes put together, where one that is a little different is another one. */
const LONGEST = 15;
/** From this length on two letters may be wrong. */
const LONG = 9;

/** Words with digits are names of things (versions, numbers of tickets), for which another name is no answer. */
const LETTERS = /^\p{L}+$/u;

/** Whether a word may be misspelt at all, as far as we correct it. */
export const isCorrectable = (word: string): boolean => word.length >= SHORTEST && word.length <= LONGEST && LETTERS.test(word);

/**
 * Whether someone may have written `asked` who meant `word`: one letter missing, too many, wrong, or two swapped; twice in long words.
 * The first letter is right: it hardly ever goes wrong. Both folded.
 */
export function isTypoOf(word: string, asked: string): boolean {
  if (!isCorrectable(word) || !isCorrectable(asked) || !word.startsWith(asked.charAt(0))) return false;
  const allowed = asked.length >= LONG ? 2 : 1;
  return Math.abs(word.length - asked.length) <= allowed && distance(word, asked) <= allowed;
}

/** Edits from one word to the other, a swap of neighbours being one (optimal string alignment). */
function distance(a: string, b: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const replaced = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current.push(
        Math.min(replaced, at(last, column) + 1, at(current, column - 1) + 1, swapped ? at(beforeLast, column - 2) + 1 : Infinity),
      );
    }
    [beforeLast, last] = [last, current];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], column: number): number => row[column] ?? Infinity;
