import sanitizeHtml, { type Attributes, type IFrame, type IOptions, type Tag } from 'sanitize-html';
import { tidyAttributes } from './output-attributes';

/**
 * Letters of `APP_CONTENT_FILTERING`: j scripts, f forms, h document heads, a everything that is not on the allow-list
 * (content-behaviour §6.6). The allow-list removes all that the other three do, so that with `a` there is one way through.
 */
export type FilterLetters = string;

const TEXT = ['a', 'abbr', 'acronym', 'address', 'b', 'bdi', 'bdo', 'big', 'blockquote', 'br', 'center', 'cite', 'code', 'data', 'del', 'dfn', 'em', 'font', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'hr', 'i', 'ins', 'kbd', 'mark', 'p', 'pre', 'q', 'rp', 'rt', 'ruby', 's', 'samp', 'small', 'span', 'strike', 'strong', 'sub', 'sup', 'time', 'tt', 'u', 'var', 'wbr']; // prettier-ignore
const BLOCKS = ['article', 'aside', 'details', 'dir', 'div', 'figcaption', 'figure', 'footer', 'header', 'hgroup', 'main', 'nav', 'section', 'summary']; // prettier-ignore
const LISTS = ['dd', 'dl', 'dt', 'li', 'menu', 'ol', 'ul'];
const TABLES = ['caption', 'col', 'colgroup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'tr'];
const MEDIA = ['audio', 'iframe', 'img', 'input', 'picture', 'source', 'track', 'video'];

/** Gone with all that is in them; other unknown elements lose their tags only. */
const REMOVED_WITH_CONTENT = ['script', 'style', 'textarea', 'option', 'select', 'button', 'form', 'fieldset', 'title', 'template', 'xmp', 'noembed', 'noframes', 'plaintext', 'math', 'applet', 'frameset']; // prettier-ignore

/** Marks an element that is to disappear. The allow-list lets it through to the filter that acts on it, and nothing further. */
const REMOVED = 'data-almanac-removed';
const withoutRemoved = ({ attribs }: IFrame): boolean => attribs[REMOVED] !== undefined;

const FORBIDDEN_IN_URL = /javascript:|vbscript:/i;
const FORBIDDEN_IN_SOURCE = /data:|javascript:|vbscript:/i;

const OPTIONS: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...TEXT, ...BLOCKS, ...LISTS, ...TABLES, ...MEDIA],
  nonTextTags: REMOVED_WITH_CONTENT,
  allowedAttributes: {
    '*': [REMOVED, 'id', 'class', 'style', 'title', 'lang', 'dir'],
    a: ['href', 'target', 'rel', 'name', 'data-mention-user-id'],
    div: ['drawio-diagram'],
    img: ['src', 'alt', 'width', 'height', 'srcset'],
    iframe: ['src', 'width', 'height', 'name', 'frameborder', 'scrolling'],
    input: ['type', 'checked', 'disabled'],
    audio: ['src', 'controls', 'loop', 'muted', 'preload'],
    video: ['src', 'controls', 'height', 'width', 'poster', 'loop', 'muted', 'preload'],
    source: ['src', 'type', 'srcset', 'media'],
    track: ['src', 'kind', 'srclang', 'label', 'default'],
    blockquote: ['cite'],
    q: ['cite'],
    del: ['cite', 'datetime'],
    ins: ['cite', 'datetime'],
    time: ['datetime'],
    data: ['value'],
    details: ['open'],
    font: ['color', 'face', 'size'],
    ol: ['start', 'type', 'reversed'],
    ul: ['type'],
    li: ['value', 'type'],
    table: ['summary', 'width', 'cellpadding', 'cellspacing'],
    td: ['colspan', 'rowspan', 'headers', 'width', 'height', 'abbr'],
    th: ['colspan', 'rowspan', 'headers', 'width', 'height', 'abbr', 'scope'],
    col: ['span', 'width'],
    colgroup: ['span', 'width'],
  },
  allowedSchemes: ['http', 'https', 'mailto', 'ftp', 'nntp', 'news', 'tel', 'file'],
  allowedSchemesAppliedToAttributes: ['href', 'src', 'cite', 'poster'],
  allowProtocolRelative: true,
  // Styles are judged by our own rule, which prints them as the reference does.
  parseStyleAttributes: false,
  selfClosing: ['img', 'br', 'hr', 'col', 'input', 'source', 'track', 'wbr'],
  parser: { decodeEntities: true, lowerCaseTags: true },
  transformTags: { '*': tidy },
  exclusiveFilter: withoutRemoved,
  nonBooleanAttributes: ['alt', 'src', 'href', 'class', 'id', 'style', 'title'],
  allowedEmptyAttributes: ['alt', 'src', 'href'],
};

/** Browsers ignore these in URLs, so a filter must too. */
const withoutControls = (url = ''): string => [...url].filter((character) => character > ' ').join('');

/** Elements that run or submit something by an attribute go with all that is in them. */
const isDangerous = (tagName: string, attribs: Attributes): boolean =>
  FORBIDDEN_IN_URL.test(withoutControls(attribs['href'])) ||
  FORBIDDEN_IN_SOURCE.test(withoutControls(attribs['src'])) ||
  attribs['srcdoc'] !== undefined ||
  (tagName === 'input' && attribs['type']?.toLowerCase() !== 'checkbox');

function tidy(tagName: string, attribs: Attributes): Tag {
  return isDangerous(tagName, attribs)
    ? { tagName, attribs: { [REMOVED]: 'yes' } }
    : { tagName, attribs: tidyAttributes(tagName, attribs) };
}

/**
 * What callers get to see of stored HTML.
 * @param letters the filters that are on; without `a` the HTML is trusted as far as the remaining letters say
 */
export function filterHtml(html: string, letters: FilterLetters): string {
  if (letters === '' || html === '') return html;
  const filtered = sanitizeHtml(html, letters.includes('a') ? OPTIONS : lenientOptions(letters));
  // The sanitiser closes void elements as XML does; nothing else that it prints ends in a bare " />".
  return filtered.replaceAll(' />', '>');
}

/** Without the allow-list everything passes that the remaining letters do not name. */
function lenientOptions(letters: FilterLetters): IOptions {
  const noScripts = letters.includes('j');
  return {
    allowedTags: false,
    allowedAttributes: false,
    allowVulnerableTags: true,
    nonTextTags: [
      ...(noScripts ? ['script'] : []),
      ...(letters.includes('f') ? ['form', 'fieldset', 'button', 'textarea', 'select', 'option'] : []),
      ...(letters.includes('h') ? ['meta', 'link', 'style', 'title', 'template'] : []),
    ],
    parseStyleAttributes: false,
    exclusiveFilter: withoutRemoved,
    transformTags: {
      '*': (tagName, attribs) => {
        if (!noScripts) return { tagName, attribs };
        if (isDangerous(tagName, attribs) || tagName === 'script') return { tagName, attribs: { [REMOVED]: 'yes' } };
        return { tagName, attribs: Object.fromEntries(Object.entries(attribs).filter(([name]) => !/^(on|xlink:href$)/i.test(name))) };
      },
    },
  };
}
