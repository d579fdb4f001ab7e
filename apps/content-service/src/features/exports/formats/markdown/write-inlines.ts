import { writeEmphasis, type Pair, type Piece } from './emphasis';
import { codeSpan, escapeStart, escapeTableRule, escapeText } from './escapes';
import { tidyInlines, type Inline } from './inline-tree';

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
