import { sanitised } from './sanitised';

const BLOCK = /^<(\/?)(?:p|div|blockquote|pre|h[1-6]|ul|ol|dl|figure|table|details|address)\b/;
const VOID = /^<(?:br|hr|img|wbr|col)\b/;

/**
 * A description or excerpt as records show it (calendar-behaviour §0 "HTML"): sanitised; blank lines separate paragraphs, and a single line break becomes
 * `<br />`. Block elements of the author stay unchanged.
 * @param raw plain text or HTML, as it was sent
 */
export function renderText(raw: string): string {
  const blocks: string[] = [];
  let inline = new Inline();
  let block = '';
  let depth = 0;

  for (const token of sanitised(raw.replace(/\r\n?/g, '\n')).split(/(<[^>]*>)/)) {
    const closes = BLOCK.exec(token)?.[1];
    if (depth === 0 && closes === undefined && !token.startsWith('<hr')) {
      inline.add(token);
      continue;
    }
    if (depth === 0) {
      for (const paragraph of inline.paragraphs()) blocks.push(paragraph);
      inline = new Inline();
    }
    block += token;
    if (closes !== undefined) depth += closes === '' ? 1 : -1;
    if (depth > 0) continue;
    // A stray closing tag leaves an empty paragraph behind.
    if (block !== '<p></p>') blocks.push(block);
    block = '';
  }
  return blocks.concat(inline.paragraphs()).join('\n');
}

/** Text and inline elements that stand outside any block. */
class Inline {
  private readonly texts = [''];
  private depth = 0;

  add(token: string): void {
    if (token.startsWith('<')) {
      if (!VOID.test(token)) this.depth += token.startsWith('</') ? -1 : 1;
      this.append(token);
    } else if (this.depth > 0) {
      // A paragraph cannot end inside an element.
      this.append(token);
    } else {
      const [first = '', ...others] = token.split(/\n[^\S\n]*\n\s*/);
      this.append(first);
      for (const text of others) this.texts.push(text);
    }
  }

  paragraphs(): string[] {
    const filled = this.texts.map((text) => text.trim()).filter((text) => text !== '');
    return filled.map((text) => `<p>${oneBreakPerRun(text).replace(/(?:<br \/>)?\n/g, '<br />\n')}</p>`);
  }

  private append(text: string): void {
    this.texts.push((this.texts.pop() ?? '') + text);
  }
}

/** Reduces white space with a line break to that break. Each run is matched once, so that a long run without a break takes linear time. */
const oneBreakPerRun = (text: string): string => text.replace(/\s+/g, (run) => (run.includes('\n') ? '\n' : run));
