import { type Element, isTag, isText } from 'domhandler';
import highlighter from 'highlight.js/lib/common';
import apache from 'highlight.js/lib/languages/apache';
import dart from 'highlight.js/lib/languages/dart';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import elixir from 'highlight.js/lib/languages/elixir';
import groovy from 'highlight.js/lib/languages/groovy';
import http from 'highlight.js/lib/languages/http';
import latex from 'highlight.js/lib/languages/latex';
import nginx from 'highlight.js/lib/languages/nginx';
import powershell from 'highlight.js/lib/languages/powershell';
import properties from 'highlight.js/lib/languages/properties';
import scala from 'highlight.js/lib/languages/scala';
import { elementsOf, parseHtml, setChildren, textOf } from '../tree/html-tree';
import { serializeHtml } from '../tree/serialize-html';

// Workers load this file. The program itself does not, because the languages are large.

const FURTHER = { apache, dart, dockerfile, elixir, groovy, http, latex, nginx, powershell, properties, scala };
for (const [name, language] of Object.entries(FURTHER)) highlighter.registerLanguage(name, language);

const LANGUAGE = /(?:^|\s)lang(?:uage)?-(\S{1,30})/;
/** Longer blocks stay plain: few people read them, and all of them would load the marks. */
const MAX_BLOCK = 20_000;
const MAX_PAGE = 100_000;

/** Marks the code of a page in the language that its block names. Blocks of other languages, and without one, stay as they are. */
export function highlightCode(html: string): string {
  const document = parseHtml(html);
  let room = MAX_PAGE;
  for (const pre of [...elementsOf(document)].filter(({ name }) => name === 'pre')) {
    const code = codeOf(pre);
    const language = LANGUAGE.exec(`${code.attribs['class'] ?? ''} ${pre.attribs['class'] ?? ''}`)?.[1];
    if (language === undefined || !highlighter.getLanguage(language) || !code.children.every(isText)) continue;
    const text = textOf(code);
    if (text.length > Math.min(MAX_BLOCK, room)) continue;
    room -= text.length;
    setChildren(code, parseHtml(highlighter.highlight(text, { language, ignoreIllegals: true }).value).children);
  }
  return serializeHtml(document);
}

/** The only child `code` of a block, or the block. */
function codeOf(pre: Element): Element {
  const [child, ...others] = pre.children;
  return child && isTag(child) && child.name === 'code' && others.length === 0 ? child : pre;
}
