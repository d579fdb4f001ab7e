import { type Document, isTag, isText } from 'domhandler';
import TurndownService from 'turndown';
import { descendantsOf, parseHtml } from '../../../../text/tree/html-tree';
import { serializeHtml } from '../../../../text/tree/serialize-html';
import { STAND_IN, takeOutKeptHtml } from '../kept-html';

/** The members of Turndown's own DOM nodes that this file uses. */
interface MarkdownNode {
  nodeName: string;
  textContent: string;
  className: string;
  isBlock: boolean;
  parentNode: MarkdownNode | null;
  nextSibling: MarkdownNode | null;
  nextElementSibling: MarkdownNode | null;
  firstElementChild: MarkdownNode | null;
  children: ArrayLike<MarkdownNode>;
  attributes: Iterable<{ name: string; value: string }>;
  getAttribute(name: string): string | null;
}

/** Turndown takes quadratic time for long runs of white space. */
const MAX_SPACES = 300;
const LONG_SPACE = new RegExp(`(\\s{${MAX_SPACES}})\\s+`, 'g');

/** Elements that Markdown has a form for; all others stay HTML around their converted content. */
const CONVERTED = new Set(
  'P BR H1 H2 H3 H4 H5 H6 BLOCKQUOTE UL OL LI PRE HR A EM I STRONG B CODE IMG INPUT'.split(' '),
);

/** Addresses that Markdown recognises in angle brackets. */
const MAIL_ADDRESS = /^[\w.+-]+@[\w-]+(\.[\w-]+)+$/;

/** Converts HTML to Markdown (content-behaviour §15). Elements without a Markdown form stay HTML. */
export function htmlToMarkdown(html: string): string {
  const document = parseHtml(html);
  const kept = takeOutKeptHtml(document);
  shortenSpaces(document);
  escapeEntitiesOfAddresses(document);
  return converter((node) => kept[Number(node.getAttribute(STAND_IN) ?? -1)]).turndown(serializeHtml(document));
}

/** @param keptFor returns the HTML that a placeholder replaces */
function converter(keptFor: (node: MarkdownNode) => string | undefined): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    hr: '---',
    bulletListMarker: '-',
    emDelimiter: '*',
    blankReplacement: (_content: string, node: MarkdownNode) =>
      node.nodeName === 'LI' ? listItem('', node) : aside(node, ''),
  })
    .addRule('unknown', {
      filter: (node: MarkdownNode) => !CONVERTED.has(node.nodeName) || isAnchor(node),
      replacement: (content: string, node: MarkdownNode) =>
        aside(node, inTags(node, node.isBlock ? onLines(content) : content)),
    })
    .addRule('callout', {
      filter: (node: MarkdownNode) => node.nodeName === 'P' && /(^|\s)callout(\s|$)/.test(node.className),
      replacement: (content: string, node: MarkdownNode) => `\n\n<p class="${node.className}">${content}</p>\n\n`,
    })
    .addRule('summary', {
      filter: 'summary',
      replacement: (content: string, node: MarkdownNode) => `${inTags(node, content)}\n\n`,
    })
    .addRule('list item', {
      filter: 'li',
      replacement: listItem,
    })
    .addRule('checkbox', {
      filter: 'input',
      replacement: (_content: string, node: MarkdownNode) => {
        if (node.getAttribute('type') !== 'checkbox') return inTags(node, '');
        const box = node.getAttribute('checked') === null ? '[ ]' : '[x]';
        return node.nextSibling && !/^\s/.test(node.nextSibling.textContent) ? `${box} ` : box;
      },
    })
    .addRule('mail address', {
      filter: (node: MarkdownNode) => node.nodeName === 'A' && isMailAddress(node),
      replacement: (_content: string, node: MarkdownNode) => `<${node.textContent}>`,
    })
    .addRule('line break', {
      filter: 'br',
      replacement: (_content: string, node: MarkdownNode) => (isOnOneLine(node) ? '<br>' : '  \n'),
    })
    .addRule('table', {
      filter: ['table', 'thead', 'tbody'],
      replacement: (content: string, node: MarkdownNode) =>
        node.nodeName === 'TABLE' ? `\n\n${content.trim()}\n\n` : content,
    })
    .addRule('row', {
      filter: 'tr',
      replacement: (content: string, node: MarkdownNode) => `|${content}\n${isHeadRow(node) ? ruleBelow(node) : ''}`,
    })
    .addRule('cell', {
      filter: ['th', 'td'],
      replacement: (content: string) => ` ${content.trim().replaceAll('|', '\\|')} |`,
    })
    .addRule('kept', {
      filter: (node: MarkdownNode) => keptFor(node) !== undefined,
      replacement: (_content: string, node: MarkdownNode) => aside(node, keptFor(node) ?? ''),
    })
    .addRule('preformatted', {
      filter: 'pre',
      replacement: (_content: string, node: MarkdownNode) => {
        const language = /language-(\S+)/.exec(node.firstElementChild?.className ?? '')?.[1] ?? '';
        const code = node.textContent.replace(/\n$/, '');
        const fence = fenceAround(code);
        return `\n\n${fence}${language}\n${code}\n${fence}\n\n`;
      },
    });
  const escape = service.escape.bind(service);
  service.escape = (text) => escapeStarts(escape(escapeText(text)));
  return service;
}

/** Turndown does not escape these characters, so text would become tags and entities. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Escapes marks that Turndown leaves, or escapes only at the start of a text. */
const escapeStarts = (text: string): string =>
  text
    .replace(/^\\~/, '~')
    .replaceAll('~', '\\~')
    .replace(/^(\d+)\)(?=\s|$)/, '$1\\)');

const escapeEntities = (text: string) => text.replace(/&(?=#?\w+;)/g, '&amp;');

/** Turndown copies addresses verbatim, and Markdown decodes entities in them. */
function escapeEntitiesOfAddresses(document: Document): void {
  for (const node of descendantsOf(document)) {
    if (!isTag(node)) continue;
    for (const name of ['href', 'src', 'title'])
      if (ADDRESSED.has(node.name) && node.attribs[name]) node.attribs[name] = escapeEntities(node.attribs[name]);
  }
}

const ADDRESSED = new Set(['a', 'img']);
const ON_ONE_LINE = /^(H[1-6]|T[HD])$/;

function isOnOneLine(node: MarkdownNode): boolean {
  for (let around = node.parentNode; around; around = around.parentNode)
    if (ON_ONE_LINE.test(around.nodeName)) return true;
  return false;
}

const isHeadRow = (row: MarkdownNode): boolean => Array.from(row.children).some(({ nodeName }) => nodeName === 'TH');

function ruleBelow(row: MarkdownNode): string {
  const rules = Array.from(row.children, (cell) => ALIGNED[cell.getAttribute('align') ?? ''] ?? '---');
  return `| ${rules.join(' | ')} |\n`;
}

const ALIGNED: Partial<Record<string, string>> = { left: ':--', center: ':-:', right: '--:' };

const isAnchor = (node: MarkdownNode): boolean => node.nodeName === 'A' && !node.getAttribute('href');

const isMailAddress = (node: MarkdownNode): boolean =>
  node.getAttribute('href') === `mailto:${node.textContent}` && MAIL_ADDRESS.test(node.textContent);

const aside = (node: MarkdownNode, text: string) => (node.isBlock ? `\n\n${text}\n\n` : text);

/** Markdown inside HTML is parsed only between empty lines; a summary must follow its tag directly. */
const onLines = (content: string) => `${content.startsWith('<summary') ? '' : '\n\n'}${content.trim()}\n\n`;

/** Tag and attribute names that Markdown recognises. */
const TAG_NAME = /^[a-z][a-z0-9-]*$/i;
const ATTRIBUTE_NAME = /^[a-z_:][\w.:-]*$/i;

function inTags(node: MarkdownNode, content: string): string {
  const name = node.nodeName.toLowerCase();
  if (!TAG_NAME.test(name)) return content;
  const attributes = Array.from(node.attributes)
    .filter((of) => ATTRIBUTE_NAME.test(of.name))
    .map((of) => ` ${of.name}="${of.value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`);
  const opening = `<${name}${attributes.join('')}>`;
  return name === 'input' ? opening : `${opening}${content}</${name}>`;
}

function listItem(content: string, node: MarkdownNode): string {
  const lines = content.replace(/^\n+/, '').replace(/\n+$/, '').replaceAll('\n', '\n    ');
  return `${markerOf(node)} ${lines}${node.nextElementSibling ? '\n' : ''}`;
}

function markerOf(item: MarkdownNode): string {
  const list = item.parentNode;
  if (list?.nodeName !== 'OL') return '-';
  const first = Number.parseInt(list.getAttribute('start') ?? '1', 10) || 1;
  const positions = positionsIn.get(list) ?? new Map(Array.from(list.children, (child, index) => [child, index]));
  positionsIn.set(list, positions);
  return `${first + (positions.get(item) ?? 0)}.`;
}

/** Cached per list: counting again for each item would take quadratic time. */
const positionsIn = new WeakMap<MarkdownNode, Map<MarkdownNode, number>>();

/** Longer than any run of backticks that starts a line of the code itself. */
function fenceAround(code: string): string {
  let length = 3;
  for (const [run] of code.matchAll(/^`+/gm)) length = Math.max(length, run.length + 1);
  return '`'.repeat(length);
}

function shortenSpaces(document: Document): void {
  for (const node of descendantsOf(document)) if (isText(node)) node.data = node.data.replace(LONG_SPACE, '$1');
}
