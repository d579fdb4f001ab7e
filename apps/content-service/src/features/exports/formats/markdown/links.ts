import { isTag, type Element } from 'domhandler';
import { storedValue } from '../../../../text/tree/serialize-html';
import { escapeEntities, onOneLine } from './escapes';

/** Addresses that Markdown recognises in angle brackets. */
const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/** The end of a link or image: its address and title. */
export function targetOf(address: string, title = ''): string {
  const escaped = escapeEntities(address.replace(/[<>()*]/g, '\\$&'));
  return title.trim() === '' ? `(${escaped})` : `(${escaped} "${quoted(title)}")`;
}

/** The address of a link or image, as it is stored; empty if there is none. */
export const linkAddressOf = (element: Element, name: 'href' | 'src'): string =>
  storedValue(element.name, name, element.attribs[name] ?? '');

export const isMailLink = (link: Element, text: string): boolean =>
  !link.children.some(isTag) &&
  !link.attribs.title &&
  link.attribs.href === `mailto:${text}` &&
  MAIL_ADDRESS.test(text);

export function imageOf(image: Element): string {
  const address = linkAddressOf(image, 'src');
  return address && `![${alternative(image.attribs.alt ?? '')}]${targetOf(address, image.attribs.title)}`;
}

const alternative = (text: string) =>
  onOneLine(plainMarks(escapeEntities(text).replace(/<(?=[a-z/!?])/gi, '&lt;')).replace(/[*_~]/g, '\\$&'));

/** A backslash that escapes nothing stands for itself. */
function quoted(title: string): string {
  const isBalanced = !/[()]/.test(title.replace(/\([^()]*\)/g, ''));
  const marks = isBalanced ? /\\(?=[\p{P}\p{S}\n]|$)|["*]/gu : /\\(?=[\p{P}\p{S}\n]|$)|["*()]/gu;
  return onOneLine(plainBrackets(escapeEntities(title.replace(marks, '\\$&'))));
}

/** Readers differ about escaped marks of images in links. */
const plainMarks = (text: string) => plainBrackets(text.replaceAll('\\', '&#92;'));
const plainBrackets = (text: string) => text.replace(/[[\]`]/g, (mark) => `&#${mark.charCodeAt(0)};`);
