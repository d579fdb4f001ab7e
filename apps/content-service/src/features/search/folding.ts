/** Han, Hiragana and Katakana, which are written without spaces and indexed in pairs of characters; for a character class of a pattern. */
export const UNSPACED = String.raw`\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff`;

/** Letters that are no letter with a mark, and quotes that are written in several ways. */
const SPECIAL: Record<string, string> = {
  ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ø: 'o', Ø: 'o', đ: 'd', Đ: 'd', ð: 'd', Ð: 'd', þ: 'th', Þ: 'th', ł: 'l', Ł: 'l',
  ħ: 'h', Ħ: 'h', ŧ: 't', Ŧ: 't', ŋ: 'n', Ŋ: 'n', ŉ: "'n", ĸ: 'q', ŀ: 'l', Ŀ: 'l', µ: 'μ', ı: 'i', ё: 'е', Ё: 'е', '‘': "'", '’': "'", '“': '"', '”': '"',
}; // prettier-ignore

const ASCII = /^\p{ASCII}*$/u;
const MARKED = String.raw`\p{Script=Latin}\p{Script=Greek}`;
/** What is folded by more than lower case, and characters of two code units, so that nothing points between them. */
const PECULIAR = new RegExp(`(?!\\p{ASCII})[${Object.keys(SPECIAL).join('')}${MARKED}\\u{10000}-\\u{10ffff}]`, 'gu');
const WITH_MARKS = new RegExp(`[${MARKED}]`, 'u');

/** A text without case and accents, and where its characters came from. */
export interface Folded {
  text: string;
  /** Index in the original of the character that made the one at this index here; also of the end. */
  originOf: (index: number) => number;
}

/**
 * What the database's `fold()` does, near enough to point at matches that it found: what differs (rare letters) is found but not marked.
 */
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

/** A character that did not become just as long; all of what it became came from its first code unit. */
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

/** How many begin there or before, by halving: there may be thousands. */
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
const MOST_KNOWN = 5_000;

function foldedCharacter(character: string): string {
  const remembered = known.get(character);
  if (remembered !== undefined) return remembered;
  const bare = SPECIAL[character] ?? (WITH_MARKS.test(character) ? character.normalize('NFKD').replaceAll(/\p{M}/gu, '') : character);
  const made = bare.toLowerCase();
  if (known.size < MOST_KNOWN) known.set(character, made);
  return made;
}
