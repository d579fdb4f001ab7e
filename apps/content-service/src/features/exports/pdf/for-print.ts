import { Element, Text } from 'domhandler';
import { elementsOf, parseHtml, replaceNode } from '../../../domain/html/html-tree';
import { serializeHtml } from '../../../domain/html/serialize-html';

/** HTML as paper can show it (content-behaviour §15): frames are links to what they would show, details are open. */
export function forPrint(html: string): string {
  const document = parseHtml(html);
  let changed = false;
  for (const element of elementsOf(document)) {
    if (element.name === 'details') element.attribs['open'] = '';
    else if (element.name === 'iframe') replaceNode(element, linkTo(element.attribs['src']));
    else continue;
    changed = true;
  }
  return changed ? serializeHtml(document) : html;
}

function linkTo(address: string | undefined): Element[] {
  if (address === undefined) return [];
  const whole = address.startsWith('//') ? `https:${address}` : address;
  return [new Element('p', {}, [new Element('a', { href: whole }, [new Text(whole)])])];
}
