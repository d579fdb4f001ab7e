import { sanitised } from './sanitised';

/** Elements that stand on lines of their own. */
const BLOCK =
  /^<(\/?)(?:p|div|blockquote|pre|h[1-6]|[uod]l|li|d[td]|figure|table|caption|colgroup|thead|tbody|tfoot|t[rhd]|details|summary|address)\b/;
const VOID = /^<(?:br|hr|img|wbr|col)\b/;

/**
 * A description or excerpt as records show it (calendar-behaviour §0 "HTML"): sanitised; blank lines separate paragraphs, a single line break becomes
 * `<br />`, and each block element of the author begins a line, as on the reference.
 * @param raw plain text or HTML, as it was sent
 */
export function renderText(raw: string): string {
  const lines = new Lines();
  const html = sanitised(raw.replace(/\r\n?/g, '\n')).replace(/<br \/>\s*<br \/>/g, '\n\n');
  for (const token of html.split(/(<[^>]*>)/)) lines.add(token);
  return lines.all().join('\n');
}

/** Lines of HTML: text with its inline elements, between a block tag that opens and one that closes, if any. */
class Lines {
  private readonly done: string[] = [];
  private opening = '';
  private tokens: string[] = [];
  /** The author's `<p>` that is open. It ends with a blank line, and before any other block. */
  private paragraph = '';
  private inlineDepth = 0;
  private isPreformatted = false;

  add(token: string): void {
    const slash = BLOCK.exec(token)?.[1];
    if (this.isPreformatted && token !== '</pre>') this.tokens.push(token);
    else if (slash === '/') this.close(token);
    else if (slash === '') this.open(token);
    else if (token.startsWith('<hr')) this.rule(token);
    else if (token.startsWith('<')) this.addInline(token);
    else this.addText(token);
  }

  all(): string[] {
    this.end();
    return this.done;
  }

  private open(tag: string): void {
    this.endParagraph();
    this.opening = tag;
    if (/^<p\b(?!re)/.test(tag)) this.paragraph = tag;
    this.isPreformatted = tag.startsWith('<pre');
  }

  private close(tag: string): void {
    if (tag === '</p>') this.endParagraph();
    else this.end(tag);
  }

  private rule(tag: string): void {
    this.endParagraph();
    this.done.push(tag);
  }

  private addInline(tag: string): void {
    if (!VOID.test(tag)) this.inlineDepth += tag.startsWith('</') ? -1 : 1;
    this.tokens.push(tag);
  }

  private addText(text: string): void {
    // A paragraph cannot end inside an inline element.
    const [first = '', ...others] = this.inlineDepth > 0 ? [text] : text.split(/\n[^\S\n]*\n\s*/);
    this.tokens.push(first);
    for (const other of others) {
      const { paragraph } = this;
      this.endParagraph();
      this.opening = this.paragraph = paragraph;
      this.tokens.push(other);
    }
  }

  /** Ends the line, and with it the author's paragraph. */
  private endParagraph(): void {
    this.end(this.paragraph === '' ? '' : '</p>');
    this.paragraph = '';
  }

  private end(closing = ''): void {
    const { opening } = this;
    const text = this.isPreformatted ? this.tokens.join('') : withBreaks(this.tokens);
    const isParagraph = text !== '' && (opening === '' || opening.startsWith('<blockquote'));
    const line = `${opening}${isParagraph ? `<p>${text}</p>` : text}${closing}`;
    if (line !== '' && line !== '<p></p>') this.done.push(line);
    [this.opening, this.tokens, this.isPreformatted] = ['', [], false];
  }
}

/** Puts `<br />` before the line breaks of the texts, unless the author did, and none at the ends. Each run of white space is matched once. */
function withBreaks(tokens: readonly string[]): string {
  let html = '';
  for (const token of tokens)
    html += token.startsWith('<')
      ? token
      : token.replace(/\s+/g, (run, at) => {
          const end = run.lastIndexOf('\n');
          if (end === -1) return run;
          return `${at === 0 && html.endsWith('<br />') ? '' : '<br />'}${run.slice(end)}`;
        });
  return withoutOuterBreaks(html);
}

function withoutOuterBreaks(html: string): string {
  const inner = html.trim();
  const from = inner.startsWith('<br />') ? '<br />'.length : 0;
  const to = inner.length - (inner.length > from && inner.endsWith('<br />') ? '<br />'.length : 0);
  return inner.slice(from, to).trim();
}
