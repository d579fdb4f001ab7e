import { keepSafeStyles } from '../filters/inline-styles';
import { parseHtml, textOf } from '../tree/html-tree';

/** A heading with an id, for the contents of a page. */
export interface Heading {
  id: string;
  level: number;
  text: string;
}

const HEADING = /<h([1-6])\b[^>]*?\bid="([^"]+)"[^>]*>(.*?)<\/h\1>/gs;
const MAX_HEADINGS = 200;

/** The headings of rendered HTML. The serialiser escapes texts, so that only tags match. */
export function headingsOf(html: string): Heading[] {
  const found: Heading[] = [];
  for (const [, level, id = '', inner = ''] of html.matchAll(HEADING)) {
    const text = textOf(parseHtml(inner)).trim();
    if (text !== '') found.push({ id, level: Number(level), text });
    if (found.length === MAX_HEADINGS) break;
  }
  return found;
}

/** HTML with classes instead of `style` attributes, and the rules of these classes. */
interface Classed {
  html: string;
  css: string;
}

/** A start tag as the serialiser prints it. Texts are escaped, so that only tags match. */
const TAG = /<[a-z][^<>"]*(?:"[^"]*"[^<>"]*)*>/gi;
const STYLE = /\sstyle="([^"]*)"/i;
const CLASS = /\sclass="([^"]*)"/i;
const MAX_RULES = 1_000;

/** Pages forbid `style` attributes, which scripts could abuse. Colours and alignments of texts are classes there. */
export function styleClasses(html: string): Classed {
  const names = new Map<string, string>();
  const classed = html.replace(TAG, (tag) => {
    const style = STYLE.exec(tag)?.[1];
    if (style === undefined) return tag;
    const rule = keepSafeStyles(decoded(style));
    const plain = tag.replace(STYLE, '');
    if (!rule || (names.size >= MAX_RULES && !names.has(rule))) return plain;
    const name = names.get(rule) ?? `own-${names.size + 1}`;
    names.set(rule, name);
    return CLASS.test(plain)
      ? plain.replace(CLASS, (_, classes: string) => ` class="${classes} ${name}"`)
      : plain.replace(/(?=\s*\/?>$)/, ` class="${name}"`);
  });
  return { html: classed, css: [...names].map(([rule, name]) => `.prose .${name}{${rule}}`).join('\n') };
}

const decoded = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

const ID = /\sid="[^"]*"/i;

/** For a text that a page shows beside others, whose ids could be the same. */
export const withoutIds = (html: string): string => html.replace(TAG, (tag) => tag.replace(ID, ''));

/** A checkbox as the serialiser prints it, which escapes `<` and `>` in values. */
const CHECKBOX = /<input\b(?=[^<>]*\stype="checkbox")(?![^<>]*\saria-label)[^<>]*>/gi;

/** Gives the checkboxes of task lists a name for screen readers. */
export const nameCheckboxes = (html: string): string =>
  html.replace(CHECKBOX, (tag) =>
    tag.replace(/\s*\/?>$/, ` aria-label="${/\schecked\b/i.test(tag) ? 'Done' : 'To do'}">`),
  );
