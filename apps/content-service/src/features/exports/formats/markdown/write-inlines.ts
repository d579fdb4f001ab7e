import { codeSpan, escapeStart, escapeTableRule, escapeText } from './escapes';
import { type Inline, type Mark, tidyInlines } from './inline-tree';

/** HTML that ends a paragraph when it starts a line (CommonMark 4.6). */
const STARTS_BLOCK = /^<(?:script|style|textarea|title|base|link|meta|source|track|param|option|legend|t[dhr]|col)\b/i;

/**
 * Writes the content of a block.
 * @param isOneLine for headings and cells, which cannot hold line breaks of Markdown
 */
export function writeInlines(inlines: readonly Inline[], isOneLine = false): string {
  const writer = new InlineWriter(isOneLine);
  writer.add(tidyInlines(inlines));
  return writer.finish();
}

class InlineWriter {
  private readonly pieces: Piece[] = [];
  private readonly pairs: Pair[] = [];
  /** The position of a line break, if Markdown's form suits it as soon as text follows. */
  private openBreak: number | undefined;
  private hasText = false;
  private linkDepth = 0;

  constructor(private readonly isOneLine: boolean) {}

  add(inlines: readonly Inline[], depth = 0, around?: number): void {
    for (const inline of inlines) {
      if (inline.type === 'text') this.addText(inline.text);
      else if (inline.type === 'code')
        this.addContent(this.isReadableAsSpan(inline.text, depth) ? codeSpan(inline.text) : codeTags(inline.text));
      else if (inline.type === 'finished') this.addFinished(inline.markdown);
      else if (inline.type === 'break') this.addBreak();
      else if (inline.type === 'wrapped') {
        this.addOpening(inline.opening);
        this.linkDepth += inline.opening === '[' ? 1 : 0;
        this.add(inline.children, depth, around);
        this.linkDepth -= inline.opening === '[' ? 1 : 0;
        this.pieces.push(inline.closing);
      } else {
        const opening = this.pieces.push({ mark: inline.mark, isOpening: true }) - 1;
        this.add(inline.children, depth + 1, opening);
        const closing = this.pieces.push({ mark: inline.mark, isOpening: false }) - 1;
        this.pairs.push({ opening, closing, depth, around });
      }
    }
  }

  finish(): string {
    return writeEmphasis(this.pieces, this.pairs);
  }

  /** A cell of a table cannot hold a pipe behind a backslash. Readers differ about backticks of code inside emphasis and links. */
  private isReadableAsSpan(code: string, depth: number): boolean {
    return !(this.isOneLine && code.includes('\\|')) && !((depth > 0 || this.linkDepth > 0) && code.includes('`'));
  }

  private addText(text: string): void {
    const isSpace = text.trim() === '';
    if (isSpace && !this.hasText) {
      this.pieces.push(text);
      return;
    }
    const before = this.pieces.at(-1);
    const isBehindBox = before === '[ ]' || before === '[x]';
    const start = isBehindBox ? (/^\s*/.exec(text)?.[0] ?? '') : '';
    const marked = start + escapeStart(escapeText(text.slice(start.length)));
    // Some readers take an escaped backtick in a link for the start of code.
    const escaped = this.linkDepth > 0 ? marked.replaceAll('\\`', '&#96;') : marked;
    this.addContent(this.openBreak === undefined ? escaped : escapeTableRule(escaped));
  }

  private addFinished(markdown: string): void {
    // A line that starts with such HTML would be HTML as a whole.
    if (STARTS_BLOCK.test(markdown)) this.openBreak = undefined;
    this.addContent(markdown);
  }

  private addContent(content: string): void {
    if (this.openBreak !== undefined) this.pieces[this.openBreak] = '  \n';
    this.openBreak = undefined;
    this.hasText = true;
    this.pieces.push(content);
  }

  /** A line break without text on both sides would be lost. Behind nothing but a tag it would make the tag HTML of its own. */
  private addBreak(): void {
    const position = this.pieces.push('<br>') - 1;
    this.openBreak = this.hasText && !this.isOneLine ? position : undefined;
    this.hasText = false;
  }

  private addOpening(opening: string): void {
    const before = this.pieces.at(-1);
    // Behind an exclamation mark, a link would be an image.
    if (opening === '[' && typeof before === 'string' && before.endsWith('!'))
      this.pieces[this.pieces.length - 1] = `${before.slice(0, -1)}\\!`;
    this.pieces.push(opening);
  }
}

const codeTags = (code: string) => `<code>${escapeText(code).replaceAll('|', '&#124;')}</code>`;

/** A beginning or end of emphasis. It is written when all text around it is known. */
export interface Delimiter {
  mark: Mark;
  isOpening: boolean;
  written?: string;
}

/** The pieces of a text from left to right. Strings are not empty. */
type Piece = string | Delimiter;

/** The positions of the two delimiters of emphasis. */
interface Pair {
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
function writeEmphasis(pieces: readonly Piece[], pairs: readonly Pair[]): string {
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
