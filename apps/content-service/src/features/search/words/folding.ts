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
  µ: 'μ',
  ı: 'i',
  ё: 'е',
  Ё: 'е',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
};

const WITH_MARKS = /[\p{Script=Latin}\p{Script=Greek}]/u;
/** Left out, as by the database: soft hyphens, joiners, marks of direction, optional marks of Latin, Greek, Cyrillic, Hebrew and Arabic. */
const IGNORED =
  /[\u00ad\u061c\u180f\u200e\u200f\u202a-\u202e\u2061-\u206f\u200c\u200d\u034f\p{Variation_Selector}\u0483-\u0489\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20f0\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u0897-\u089f\u08ca-\u08e1\u08e3-\u08ff\u0300-\u036f]/gu;
const SPACE = /[\u0085\u180e\u200b\u2028\u2029\u2060\ufeff]|\p{Space_Separator}/gu;
const WITH_HAMZA = /[\u0622-\u0626\u06c0\u06c2\u06d3]/u;

/** Stretches beyond ASCII, each with the letter that its marks may belong to. Only these are compared with the long pattern below. */
const BEYOND_ASCII = /[\0-\x7f]?[^\0-\x7f]+/g;

/** Characters that need more than lower case, each with the marks that may compose it. Most others of these stay as they are. */
const PECULIAR = new RegExp(
  String.raw`(?!\p{ASCII})(?:[\u1100-\u115f][\u1160-\u11ff]+|[${Object.keys(SPECIAL).join('')}\p{Script=Latin}\p{Script=Greek}\p{CWKCF}\u{10000}-\u{10ffff}][\p{M}\uff9e\uff9f]{0,8})` +
    String.raw`|[^\p{M}]\p{M}{1,8}|\p{M}`,
  'gu',
);

const SURROGATE = /[\ud800-\udfff]/;

/** A text without case and accents, and the origin of its characters. */
export interface FoldedText {
  text: string;
  /** Maps an index in `text`, or its length, to the index of that character in the original. */
  originOf: (index: number) => number;
}

/** Imitates the database's `search_fold()` to locate matches for previews. A few rare letters differ; their matches are found but not marked. */
export function foldText(original: string): FoldedText {
  const uneven: Uneven[] = [];
  let longer = 0;
  const fold = (character: string, at: number): string => {
    const result = foldCharacter(character);
    if (result.length !== character.length || SURROGATE.test(character)) {
      uneven.push({
        start: at + longer,
        end: at + longer + result.length,
        origin: at,
        originEnd: at + character.length,
      });
      longer += result.length - character.length;
    }
    return result;
  };
  const text = original.replaceAll(BEYOND_ASCII, (stretch, start: number) =>
    stretch.replaceAll(PECULIAR, (character, at: number) => fold(character, start + at)),
  );
  return { text: text.toLowerCase(), originOf: (index) => originOf(index, uneven) };
}

/** A character, with its marks, whose folded form has another length, or two code units. All its folded units map to its start. */
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

const cache = new Map<string, string>();
const MAX_CACHED = 5_000;

function foldCharacter(character: string): string {
  const cached = cache.get(character);
  if (cached !== undefined) return cached;
  const composed = character.normalize('NFKC').replaceAll(SPACE, ' ').replaceAll(IGNORED, '');
  const result = SPECIAL[character] ?? Array.from(composed, bareLetter).join('').toLowerCase();
  if (cache.size < MAX_CACHED) cache.set(character, result);
  return result;
}

function bareLetter(letter: string): string {
  const special = SPECIAL[letter];
  if (special !== undefined) return special;
  if (letter === '\u0671') return '\u0627';
  if (WITH_HAMZA.test(letter)) return letter.normalize('NFD').charAt(0);
  return WITH_MARKS.test(letter) ? letter.normalize('NFKD').replaceAll(/\p{M}/gu, '') : letter;
}
