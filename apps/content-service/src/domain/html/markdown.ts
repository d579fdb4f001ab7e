import { Marked, type RendererObject, type Tokens } from 'marked';

/** Where marked prints otherwise than the reference, whose HTML existing clients keep (content-behaviour §6.8). */
const renderer: RendererObject = {
  br: () => '<br>\n',

  del({ raw, text, tokens }) {
    return raw.startsWith('~~') ? `<s>${this.parser.parseInline(tokens)}</s>` : `~${text}~`;
  },

  html({ text, block }) {
    return block ? `${text.trimEnd()}\n` : text;
  },

  checkbox: ({ checked }) => `<input ${checked ? 'checked ' : ''}disabled type="checkbox"> `,

  table({ header, rows }) {
    const row = (cells: Tokens.TableCell[]) => `<tr>\n${cells.map((cell) => this.tablecell(cell)).join('')}</tr>\n`;
    const body = rows.length > 0 ? `<tbody>\n${rows.map(row).join('')}</tbody>\n` : '';
    return `<table>\n<thead>\n${row(header)}</thead>\n${body}</table>\n`;
  },

  // Blocks inside an item stand on lines of their own; running text stays beside the bullet.
  listitem({ tokens, task }) {
    let html = '';
    let inline = true;
    for (const token of tokens) {
      const isInline = token.type === 'text' || token.type === 'checkbox';
      if (token.type === 'space') continue;
      if (!isInline || (!inline && html !== '')) html += '\n';
      html += isInline ? this.parser.parse([token]) : this.parser.parse([token]).trimEnd();
      inline = isInline;
    }
    return `<li${task ? ' class="task-list-item"' : ''}>${html}${inline ? '' : '\n'}</li>\n`;
  },
};

// Bare addresses stay text; `<https://…>` is a link all the same.
const marked = new Marked({ gfm: true, renderer, tokenizer: { url: () => undefined } });

/** Markdown as HTML: CommonMark with tables, task lists and `~~strike~~`; raw HTML passes through. Not sanitised. */
export const renderMarkdown = (markdown: string): string => marked.parse(markdown, { async: false });
