import sanitizeHtml from 'sanitize-html';

/** The parser's work for each tag grows with the number of open elements. */
const MAX_OPEN_ELEMENTS = 200;

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'param',
  'source',
  'track',
  'wbr',
]);
/** Elements that end where the next one of their kind begins. */
const SIBLINGS = new Set(['p', 'li', 'dt', 'dd', 'tr', 'td', 'th', 'option']);

/** The same HTML, with tags inside of 200 open elements turned into text. Call it before parsing. */
export function withoutDeepTags(html: string): string {
  const open: string[] = [];
  return html.replace(/<(\/?)([a-z][^\s/<>]*)/gi, (tag, slash: string, written: string) => {
    const name = written.toLowerCase();
    if (slash !== '') {
      const index = open.lastIndexOf(name);
      if (index >= 0) open.length = index;
    } else if (!VOID.has(name)) {
      if (SIBLINGS.has(name) && open.at(-1) === name) open.pop();
      if (open.length >= MAX_OPEN_ELEMENTS) return `&lt;${tag.slice(1)}`;
      open.push(name);
    }
    return tag;
  });
}

/** The HTML that authors may use: nothing that runs, loads frames, styles the page or takes input. */
const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: [
    ...[
      'p',
      'div',
      'blockquote',
      'pre',
      'hr',
      'h1',
      'h2',
      'h3',
      'h4',
      'h5',
      'h6',
      'ul',
      'ol',
      'li',
      'dl',
      'dt',
      'dd',
      'figure',
      'figcaption',
    ],
    ...[
      'table',
      'caption',
      'colgroup',
      'col',
      'thead',
      'tbody',
      'tfoot',
      'tr',
      'th',
      'td',
      'details',
      'summary',
      'address',
    ],
    ...[
      'a',
      'abbr',
      'b',
      'bdi',
      'bdo',
      'br',
      'cite',
      'code',
      'del',
      'dfn',
      'em',
      'i',
      'img',
      'ins',
      'kbd',
      'mark',
      'q',
      's',
      'samp',
      'small',
    ],
    ...['span', 'strong', 'sub', 'sup', 'time', 'u', 'var', 'wbr'],
  ],
  allowedAttributes: {
    '*': ['lang', 'dir', 'title'],
    a: ['href'],
    blockquote: ['cite'],
    img: ['src', 'alt', 'width', 'height'],
    ol: ['start', 'reversed'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    time: ['datetime'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowedSchemesByTag: { img: ['http', 'https'] },
  allowProtocolRelative: false,
};

/** HTML by allow-list, always (calendar-behaviour §0 "Raw input HTML"). Removes scripts and styles with their content. The result is well formed. */
export const sanitised = (html: string): string =>
  hasMarkup(html) ? sanitizeHtml(withoutDeepTags(html), ALLOWED) : html;

/** The parser leaves texts without these characters as they are. Titles and excerpts rarely have any. */
const hasMarkup = (text: string): boolean => /[<>&]/.test(text);

/**
 * The text of an HTML fragment on one line, entities decoded: titles, names, descriptions for machines. `1 < 2` stays as it is.
 */
export function plainText(html: string): string {
  return (hasMarkup(html) ? textOf(html) : html).replace(/\s+/g, ' ').trim();
}

function textOf(html: string): string {
  const spaced = html.replace(/<(?=\/?(?:p|div|br|li|h[1-6]|tr|td|th|blockquote|pre|hr)\b)/gi, ' <');
  const escaped = sanitizeHtml(withoutDeepTags(spaced), { allowedTags: [], allowedAttributes: {} });
  // The library keeps exactly these characters escaped, and decodes all other entities.
  return escaped.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
