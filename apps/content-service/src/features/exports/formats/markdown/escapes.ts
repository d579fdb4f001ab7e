import type { Element } from 'domhandler';
import { VOID } from '../../../../text/tree/html-elements';
import { storedValue } from '../../../../text/tree/serialize-html';

const ESCAPED: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text that Markdown would read as marks, tags or entities. */
export const escapeText = (text: string): string =>
  text.replace(/[\\`*_[\]~&<>]|(?<=\])\(/g, (character) => ESCAPED[character] ?? `\\${character}`);

/** Escapes the marks of lists, headings and lines, which count at the start of a line. */
export const escapeStart = (text: string): string =>
  text.replace(/^(?:-|=|\+(?=\s|$)|#{1,6}(?=\s|$))/, '\\$&').replace(/^(\d+)([.)])(?=\s|$)/, '$1\\$2');

/** Escapes the start of a line that makes the line above it the head of a table. */
export const escapeTableRule = (text: string): string => text.replace(/^(?:\||:(?=-))/, '\\$&');

export const escapeEntities = (text: string): string => text.replace(/&(?=#?\w+;)/g, '&amp;');

/** Text on one line, in places where Markdown reads entities. */
export const onOneLine = (text: string): string => text.replaceAll('\n', '&#10;');

/** Longer than any run of backticks in it, except those that end within the line. */
export function codeSpan(code: string): string {
  const runs = new Set(Array.from(code.matchAll(/`+/g), ([run]) => run.length));
  let length = 1;
  while (runs.has(length)) length++;
  const ticks = '`'.repeat(length);
  // One space at both ends is dropped, unless there is nothing else.
  const isPadded = /^`|`$/.test(code) || (/^ .* $/s.test(code) && code.trim() !== '');
  return isPadded ? `${ticks} ${code} ${ticks}` : ticks + code + ticks;
}

/** Longer than any run of backticks that starts a line of the code itself. */
export function codeBlock(code: string, language: string): string {
  let length = 3;
  for (const [, run = ''] of code.matchAll(/^[ \t]*(`+)/gm)) length = Math.max(length, run.length + 1);
  const fence = '`'.repeat(length);
  return `${fence}${language}\n${code}\n${fence}`;
}

/** Tag and attribute names that Markdown recognises. */
const TAG_NAME = /^[a-z][a-z0-9-]*$/i;
const ATTRIBUTE_NAME = /^[a-z_:][\w.:-]*$/i;

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

/** The tags of an element around Markdown; none if Markdown would read them as text. */
export function tagsOf(element: Element): { opening: string; closing: string } | undefined {
  const { name, attribs } = element;
  if (!TAG_NAME.test(name)) return undefined;
  const attributes = Object.keys(attribs).map((attribute) => attributeOf(element, attribute));
  return { opening: `<${name}${attributes.join('')}>`, closing: VOID.has(name) ? '' : `</${name}>` };
}

export function attributeOf({ name: tag, attribs }: Element, name: string): string {
  if (!ATTRIBUTE_NAME.test(name)) return '';
  const value = storedValue(tag, name, attribs[name] ?? '').replace(
    /[&"<>]/g,
    (character) => ENTITIES[character] ?? '',
  );
  // A cell of a table cannot hold a pipe behind a backslash.
  return ` ${name}="${onOneLine(value.replaceAll('\\|', '\\&#124;'))}"`;
}
