import { Lexer, type Token } from 'marked';

// Not `trim()`: a no-break space is a character of the text.
const LINE_STARTS = /^[ \t\n]+/gm;
const TEXT_END = /(?<![ \t\n])[ \t\n]+$/;

/** Drops white space around the lines of paragraphs, as CommonMark (4.8, 6.7) and the reference do. The library keeps it. */
export class ParagraphLexer extends Lexer {
  private depth = 0;

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    this.depth++;
    try {
      // Inner texts are no lines: spaces at the ends of a link's text belong to it.
      const text = this.depth === 1 ? src.replace(LINE_STARTS, '').replace(TEXT_END, '') : src;
      return super.inlineTokens(text, tokens);
    } finally {
      this.depth--;
    }
  }
}
