import { Lexer, Marked, type RendererThis, type Token, Tokenizer, type Tokens } from 'marked';

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
class BoundedTokenizer extends Tokenizer {
  private depth = 0;
  private remainingLooks = 0;
  /** Whether quotes or lists were nested too deeply since `begin`. */
  isTooDeep = false;

  /** Call before each text. */
  begin(length: number): void {
    this.depth = 0;
    this.isTooDeep = false;
    this.remainingLooks = VAIN_LOOKS.perCharacter * length + VAIN_LOOKS.perText;
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
    if (mark === undefined || this.isDeepest || this.remainingLooks <= 0) return undefined;
    const token = this.nested(read);
    // At each position, the search compares a whole run of backticks.
    if (token === undefined) this.remainingLooks -= src.length * mark.length;
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

// Not `trim()`: a no-break space is a character of the text.
const LINE_STARTS = /^[ \t\n]+/gm;
const TEXT_END = /(?<![ \t\n])[ \t\n]+$/;

/** Drops white space around the lines of paragraphs, as CommonMark (4.8, 6.7) and the reference do. The library keeps it. */
class ParagraphLexer extends Lexer {
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

/**
 * Markdown as HTML (content-behaviour §6.8): CommonMark with tables, task lists and `~~x~~`. Raw HTML passes; bare addresses are not links.
 * Line breaks between blocks are as in the reference. The HTML is not safe to show: see `filterHtml`.
 * @returns `isTooDeep` for quotes or lists deeper than MAX_MARKDOWN_DEPTH, which become paragraphs
 */
export function markdownToHtml(markdown: string): { html: string; isTooDeep: boolean } {
  tokenizer.begin(markdown.length);
  const html = marked.parser(new ParagraphLexer(marked.defaults).lex(markdown));
  return { html, isTooDeep: tokenizer.isTooDeep };
}

const tokenizer = new BoundedTokenizer();
const marked = new Marked({
  gfm: true,
  renderer: {
    br: () => '<br>\n',
    del({ tokens }) {
      return `<s>${this.parser.parseInline(tokens)}</s>`;
    },
    html: ({ text, block }: Tokens.HTML | Tokens.Tag) => (block ? `${text.replace(/\n+$/, '')}\n` : text),
    listitem(item) {
      return `<li${item.task ? ' class="task-list-item"' : ''}>${listItemContent(this, item.tokens)}</li>\n`;
    },
    table(table) {
      const row = (cells: Tokens.TableCell[]) =>
        this.tablerow({ text: cells.map((cell) => this.tablecell(cell)).join('') });
      const body = table.rows.map(row).join('');
      return `<table>\n<thead>\n${row(table.header)}</thead>\n${body && `<tbody>\n${body}</tbody>\n`}</table>\n`;
    },
  },
}).setOptions({ tokenizer });

/** Every block starts on a new line, except the text of a tight item. */
function listItemContent({ parser }: RendererThis, tokens: Token[]): string {
  let html = '';
  for (const token of tokens.filter(({ type }) => type !== 'space')) {
    const isInline = token.type === 'text' || token.type === 'checkbox';
    if (!isInline && !html.endsWith('\n')) html += '\n';
    html += parser.parse([token]);
  }
  return html;
}
