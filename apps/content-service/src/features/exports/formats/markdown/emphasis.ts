import type { Mark } from './inline-tree';

/** A beginning or end of emphasis. It is written when all text around it is known. */
export interface Delimiter {
  mark: Mark;
  isOpening: boolean;
  written?: string;
}

/** The pieces of a text from left to right. Strings are not empty. */
export type Piece = string | Delimiter;

/** The positions of the two delimiters of emphasis. */
export interface Pair {
  opening: number;
  closing: number;
  /** How much emphasis is around it. */
  depth: number;
  /** The opening position of the emphasis around it. */
  around: number | undefined;
}

const STARS = { em: '*', strong: '**' };

/**
 * Writes emphasis as stars where CommonMark reads them (section 6.2), and as tags elsewhere.
 * @param pairs inner pairs come before the pairs around them, otherwise from left to right
 */
export function writeEmphasis(pieces: readonly Piece[], pairs: readonly Pair[]): string {
  /** By depth: whether the pairs since the last one around them were written as stars. */
  const hasStars: boolean[] = [];
  for (const pair of pairs) {
    const { depth } = pair;
    const isAround = hasStars[depth + 1] === true;
    const isReadable = isLeftFlanking(pieces, pair, isAround) && isRightFlanking(pieces, pair, isAround);
    for (const at of [pair.opening, pair.closing]) {
      const delimiter = pieces[at];
      if (typeof delimiter === 'object') delimiter.written = isReadable ? STARS[delimiter.mark] : tagOf(delimiter);
    }
    hasStars[depth + 1] = false;
    hasStars[depth] ||= isAround || isReadable;
  }
  return pieces.map((piece) => (typeof piece === 'string' ? piece : piece.written)).join('');
}

const tagOf = ({ mark, isOpening }: Delimiter) => `<${isOpening ? '' : '/'}${mark}>`;
const isStars = (piece: Piece | undefined): piece is Delimiter =>
  typeof piece === 'object' && piece.written?.startsWith('*') === true;

/** Whether a run of stars opens emphasis, and closes none that began before it. */
function isLeftFlanking(pieces: readonly Piece[], { opening, depth }: Pair, isAround: boolean): boolean {
  let inner = opening + 1;
  while (isStars(pieces[inner])) inner++;
  let outer = opening - 1;
  while (isUndecided(pieces[outer])) outer--;
  if (isStars(pieces[outer])) return false;
  const touching = opening - 1 - outer;
  return flanksOnly(firstOf(pieces[inner]), lastOf(pieces[outer]), isAround || depth > touching);
}

/** The same for a run at the end of emphasis. */
function isRightFlanking(pieces: readonly Piece[], pair: Pair, isAround: boolean): boolean {
  const { closing, depth } = pair;
  let inner = closing - 1;
  while (isStars(pieces[inner])) inner--;
  let outer = closing + 1;
  while (isUndecided(pieces[outer], false)) outer++;
  const touching = outer - 1 - closing;
  if (touching > 0 && hasOtherStart(pieces, pair)) return false;
  return flanksOnly(lastOf(pieces[inner]), firstOf(pieces[outer]), isAround || depth > touching);
}

/** Whether the emphasis around a pair starts with another pair. Not all readers know three stars at both ends of it. */
const hasOtherStart = (pieces: readonly Piece[], { opening, around }: Pair) =>
  around !== undefined && around + 1 !== opening && isStars(pieces[around + 1]);

/** In nested emphasis, stars between two letters or two marks could belong to either. Readers differ there. */
const flanksOnly = (inner: string | undefined, outer: string | undefined, isNested: boolean) =>
  flanks(inner, outer) && !(isNested && mayFlank(outer, inner));

/** The delimiters of emphasis around this one, which would be in the same run. */
const isUndecided = (piece: Piece | undefined, isOpening = true) =>
  typeof piece === 'object' && piece.written === undefined && piece.isOpening === isOpening;

/** A delimiter beside the end of a run is a tag, because no run both opens and closes. */
const firstOf = (piece: Piece | undefined) =>
  typeof piece === 'string' ? (/^./su.exec(piece)?.[0] ?? '') : piece && '<';
const lastOf = (piece: Piece | undefined) =>
  typeof piece === 'string' ? (/.$/su.exec(piece.slice(-2))?.[0] ?? '') : piece && '>';

const SPACE = /^[\s\p{Zs}]?$/u;
const PUNCTUATION = /^[\p{P}\p{S}]$/u;
/** Symbols are punctuation since CommonMark 0.31. Older readers take only these for punctuation. */
const OLD_PUNCTUATION = /^[\p{P}$+<=>^`|~]$/u;

/**
 * Whether stars between two characters are a delimiter of the text on the side of `inner`, for old and new readers.
 * No character is the end of a line.
 */
const flanks = (inner = '', outer = ''): boolean =>
  !SPACE.test(inner) && (!PUNCTUATION.test(inner) || SPACE.test(outer) || OLD_PUNCTUATION.test(outer));

/** The same for at least one of the readers. */
const mayFlank = (inner = '', outer = ''): boolean =>
  !SPACE.test(inner) && (!OLD_PUNCTUATION.test(inner) || SPACE.test(outer) || PUNCTUATION.test(outer));
