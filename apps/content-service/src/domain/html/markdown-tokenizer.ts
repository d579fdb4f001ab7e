import { Tokenizer, type Tokens } from 'marked';

const DEEPEST_NESTING = 60;
/** Up to the next character that may mean something. The library's own one looks for e-mail addresses too, in quadratic time. */
const PLAIN_TEXT = /^(?:`+|~+|[^`~])(?:(?= {2,}\n)|[\s\S]*?(?:(?=[\\<!\[`*~_]|$)|[^ ](?= {2,}\n)))/;

/**
 * The reader of Markdown. Bare addresses are no links (content-behaviour §6.8). Quotes and lists nested deeper than anyone writes are
 * paragraphs: text made for the purpose would take minutes or all of the stack.
 */
export class BoundedTokenizer extends Tokenizer {
  private depth = 0;

  override blockquote(src: string): Tokens.Blockquote | undefined {
    return this.nested(() => super.blockquote(src));
  }

  override list(src: string): Tokens.List | undefined {
    return this.nested(() => super.list(src));
  }

  override inlineText(src: string): Tokens.Text | undefined {
    // The rules are set anew for every text that is read.
    const { inline } = this.rules;
    if (inline.text !== PLAIN_TEXT) this.rules = { ...this.rules, inline: { ...inline, text: PLAIN_TEXT } };
    return super.inlineText(src);
  }

  override url(): undefined {
    return undefined;
  }

  private nested<T>(read: () => T | undefined): T | undefined {
    if (this.depth >= DEEPEST_NESTING) return undefined;
    this.depth++;
    try {
      return read();
    } finally {
      this.depth--;
    }
  }
}
