import { Lexer, Tokenizer, type Tokens } from 'marked';

type Links = Parameters<Tokenizer['reflink']>[1];

export const MAX_MARKDOWN_DEPTH = 60;
/** Up to the next character that may mean something. The library's own one looks for e-mail addresses too, in quadratic time. */
const PLAIN_TEXT = /^(?:`+|~+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<!\[`*~_]|$)|[^ ](?= {2,}\n)))/;
/**
 * Escaped punctuation outside of code spans. The library's own rule looks for the end of a code span in all of the remaining text, which takes
 * quadratic time when no run of backticks finds its partner. Code spans longer than this only matter to emphasis around them.
 */
const PUNCTUATION_OUTSIDE_CODE = /(`+)(?:[^`]|[^`][\s\S]{0,2000}?[^`])\1(?!`)|`+|\\([\p{P}\p{S}])/gu;
// Marked has no option for its inline rules; this is the only module that reads Markdown.
Object.assign(Lexer.rules.inline.gfm, { text: PLAIN_TEXT, anyPunctuationOutsideCode: PUNCTUATION_OUTSIDE_CODE });
/** Starts of what has to end somewhere. */
const MARK = /^(?:`+|[*_~[]|!\[)/;
/** So many characters may be looked through in vain, for each character of the text and for each text. */
const VAIN_LOOKS = { perCharacter: 50, perText: 500_000 };

/**
 * The reader of Markdown. Bare addresses are no links (content-behaviour §6.8). What is nested deeper than anyone writes is a paragraph or
 * plain text, and so are marks after too many that found no partner: text made for the purpose would take minutes or all of the stack.
 */
export class BoundedTokenizer extends Tokenizer {
  private depth = 0;
  private looksLeft = 0;
  /** Whether quotes or lists were nested too deeply since `begin`. */
  isTooDeep = false;

  /** To be called before a text is read. */
  begin(length: number): void {
    this.depth = 0;
    this.isTooDeep = false;
    this.looksLeft = VAIN_LOOKS.perCharacter * length + VAIN_LOOKS.perText;
  }

  override blockquote(src: string): Tokens.Blockquote | undefined {
    if (this.isDeepest) return this.refused(this.rules.block.blockquote, src);
    return this.nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    if (this.isDeepest) return this.refused(this.rules.block.list, src);
    return this.nested(() => super.list(src));
  }

  override emStrong(src: string, maskedSrc: string, prevChar?: string): Tokens.Em | Tokens.Strong | undefined {
    return this.paired(src, () => super.emStrong(src, maskedSrc, prevChar));
  }

  override del(src: string, maskedSrc: string, prevChar?: string): Tokens.Del | undefined {
    return this.paired(src, () => super.del(src, maskedSrc, prevChar));
  }

  override link(src: string): Tokens.Link | Tokens.Image | undefined {
    return this.paired(src, () => super.link(src));
  }

  override reflink(src: string, links: Links): Tokens.Link | Tokens.Image | Tokens.Text | undefined {
    return this.paired(src, () => super.reflink(src, links));
  }

  override codespan(src: string): Tokens.Codespan | undefined {
    return this.paired(src, () => super.codespan(src));
  }

  override url(): undefined {
    return undefined;
  }

  private get isDeepest(): boolean {
    return this.depth >= MAX_MARKDOWN_DEPTH;
  }

  private refused(rule: RegExp, src: string): undefined {
    this.isTooDeep ||= rule.test(src);
    return undefined;
  }

  /** What begins with a mark and is looked for until another one ends it. */
  private paired<T>(src: string, read: () => T | undefined): T | undefined {
    const mark = MARK.exec(src)?.[0];
    if (mark === undefined || this.isDeepest || this.looksLeft <= 0) return undefined;
    const token = this.nested(read);
    // A run of backticks is compared as a whole with what stands at each place.
    if (token === undefined) this.looksLeft -= src.length * mark.length;
    return token;
  }

  private nested<T>(read: () => T): T {
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}
