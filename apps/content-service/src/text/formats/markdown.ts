import { Marked, type RendererThis, type Token, type Tokens } from 'marked';
import { ParagraphLexer } from './markdown-lexer';
import { BoundedTokenizer } from './markdown-tokenizer';

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
