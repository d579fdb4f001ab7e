import type { Element } from 'domhandler';
import { VOID } from '../../../../text/tree/html-elements';
import { storedValue } from '../../../../text/tree/serialize-html';
import { onOneLine } from './escapes';

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
