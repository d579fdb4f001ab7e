import { Lexer, Tokenizer, type Tokens } from 'marked';

type Links = Parameters<Tokenizer['reflink']>[1];

export const MAX_MARKDOWN_DEPTH = 60;
/** Text up to the next character that may have a meaning. The library's rule also searches for e-mail addresses, in quadratic time. */
const PLAIN_TEXT = /^(?:`+|~+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<!\[`*~_]|$)|[^ ](?= {2,}\n)))/;
/**
 * Escaped punctuation outside of code spans. The rule of the library searches all remaining text for the end of a code span. That takes
 * quadratic time when runs of backticks have no partner. Code spans longer than 2,000 characters only affect emphasis around them.
 */
const PUNCTUATION_OUTSIDE_CODE = /(`+)(?:[^`]|[^`][\s\S]{0,2000}?[^`])\1(?!`)|`+|\\([\p{P}\p{S}])/gu;
// Marked has no option for its inline rules; this is the only module that reads Markdown.
Object.assign(Lexer.rules.inline.gfm, { text: PLAIN_TEXT, anyPunctuationOutsideCode: PUNCTUATION_OUTSIDE_CODE });
const SPACE_AT_LINE_END = /(?<! ) +\n/g;
/** Marks that need a closing mark. */
const MARK = /^(?:`+|[*_~[]|!\[)/;
/** Limits for the characters searched without success, per character of the text and per text. */
const VAIN_LOOKS = { perCharacter: 50, perText: 500_000 };

/**
 * The tokenizer for Markdown. Bare addresses are not links (content-behaviour §6.8). Constructs nested too deeply become paragraphs or plain
 * text. So do marks after too many failed searches for a partner. Otherwise hostile text could take minutes or overflow the stack.
 */
export class BoundedTokenizer extends Tokenizer {
  private depth = 0;
  private looksLeft = 0;
  /** Whether quotes or lists were nested too deeply since `begin`. */
  isTooDeep = false;

  /** Call before each text. */
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

  /** Drops a space at the end of a line. Two or more of them are a line break, which is no text. */
  override inlineText(src: string): Tokens.Text | undefined {
    const token = super.inlineText(src);
    return token && { ...token, text: token.text.replaceAll(SPACE_AT_LINE_END, '\n') };
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

  /** Reads a construct that starts with a mark and needs a closing mark. */
  private paired<T>(src: string, read: () => T | undefined): T | undefined {
    const mark = MARK.exec(src)?.[0];
    if (mark === undefined || this.isDeepest || this.looksLeft <= 0) return undefined;
    const token = this.nested(read);
    // At each position, the search compares a whole run of backticks.
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
