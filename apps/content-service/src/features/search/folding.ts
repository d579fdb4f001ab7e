/** Letters that are no letter with a mark, and quotes that are written in several ways. */
const SPECIAL: Record<string, string> = {
  ß: 'ss', ẞ: 'ss', æ: 'ae', Æ: 'ae', œ: 'oe', Œ: 'oe', ø: 'o', Ø: 'o', đ: 'd', Đ: 'd', ð: 'd', Ð: 'd', þ: 'th', Þ: 'th', ł: 'l', Ł: 'l',
  ħ: 'h', Ħ: 'h', ŧ: 't', Ŧ: 't', ŋ: 'n', Ŋ: 'n', ŉ: "'n", ĸ: 'q', ŀ: 'l', Ŀ: 'l', µ: 'μ', ı: 'i', ё: 'е', Ё: 'е', '‘': "'", '’': "'", '“': '"', '”': '"',
}; // prettier-ignore

const ASCII = /^\p{ASCII}*$/u;
const MARKED = /[\p{Script=Latin}\p{Script=Greek}]/u;

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
  let text = '';
  const origins: number[] = [];
  let at = 0;
  for (const character of original) {
    const made = foldedCharacter(character);
    origins.push(...Array.from({ length: made.length }, () => at));
    text += made;
    at += character.length;
  }
  return { text, originOf: (index) => origins[index] ?? original.length };
}

const known = new Map<string, string>();
const MOST_KNOWN = 5_000;

function foldedCharacter(character: string): string {
  const remembered = known.get(character);
  if (remembered !== undefined) return remembered;
  const bare = SPECIAL[character] ?? (MARKED.test(character) ? character.normalize('NFKD').replaceAll(/\p{M}/gu, '') : character);
  const made = bare.toLowerCase();
  if (known.size < MOST_KNOWN) known.set(character, made);
  return made;
}
