/** Han, Hiragana and Katakana: written without spaces, indexed in pairs of characters. For a character class of a regular expression. */
export const UNSPACED = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff`;

/** Letters that are not a base letter with a mark, and variants of quotes. */
const SPECIAL: Record<string, string> = {
  ß: 'ss',
  ẞ: 'ss',
  æ: 'ae',
  Æ: 'ae',
  œ: 'oe',
  Œ: 'oe',
  ø: 'o',
  Ø: 'o',
  đ: 'd',
  Đ: 'd',
  ð: 'd',
  Ð: 'd',
  þ: 'th',
  Þ: 'th',
  ł: 'l',
  Ł: 'l',
  ħ: 'h',
  Ħ: 'h',
  ŧ: 't',
  Ŧ: 't',
  ŋ: 'n',
  Ŋ: 'n',
  ŉ: "'n",
  ĸ: 'q',
  ŀ: 'l',
  Ŀ: 'l',
  µ: 'μ',
  ı: 'i',
  ё: 'е',
  Ё: 'е',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

const ASCII = /^\p{ASCII}*$/u;
const MARKED = String.raw`\p{Script=Latin}\p{Script=Greek}`;
/** Characters that need more than lower case, and characters of two code units, so that no index points between the two. */
const PECULIAR = new RegExp(`(?!\\p{ASCII})[${Object.keys(SPECIAL).join('')}${MARKED}\\u{10000}-\\u{10ffff}]`, 'gu');
const WITH_MARKS = new RegExp(`[${MARKED}]`, 'u');

/** A text without case and accents, and the origin of its characters. */
export interface Folded {
  text: string;
  /** Maps an index in `text`, or its length, to the index of that character in the original. */
  originOf: (index: number) => number;
}

/** Imitates the database's `fold()` to locate matches for previews. A few rare letters differ; their matches are found but not marked. */
export function folded(original: string): Folded {
  if (ASCII.test(original)) return { text: original.toLowerCase(), originOf: (index) => index };
  const uneven: Uneven[] = [];
  let longer = 0;
  const text = original.replaceAll(PECULIAR, (character, at: number) => {
    const made = foldedCharacter(character);
    if (character.length !== 1 || made.length !== 1) {
      uneven.push({ start: at + longer, end: at + longer + made.length, origin: at, originEnd: at + character.length });
      longer += made.length - character.length;
    }
    return made;
  });
  return { text: text.toLowerCase(), originOf: (index) => originOf(index, uneven) };
}

/** A character that is not one code unit both before and after folding. All its folded units map to its start. */
interface Uneven {
  start: number;
  end: number;
  origin: number;
  originEnd: number;
}

function originOf(index: number, uneven: readonly Uneven[]): number {
  const last = uneven[countUpTo(index, uneven) - 1];
  if (!last) return index;
  return index < last.end ? last.origin : last.originEnd + index - last.end;
}

/** Number of entries that start at the index or before, by binary search: there may be thousands. */
function countUpTo(index: number, uneven: readonly Uneven[]): number {
  let [low, high] = [0, uneven.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((uneven[middle]?.start ?? Infinity) <= index) low = middle + 1;
    else high = middle;
  }
  return low;
}

const known = new Map<string, string>();
const MAX_KNOWN = 5_000;

function foldedCharacter(character: string): string {
  const remembered = known.get(character);
  if (remembered !== undefined) return remembered;
  const bare =
    SPECIAL[character] ??
    (WITH_MARKS.test(character) ? character.normalize('NFKD').replaceAll(/\p{M}/gu, '') : character);
  const made = bare.toLowerCase();
  if (known.size < MAX_KNOWN) known.set(character, made);
  return made;
}
