import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { keepSafeStyles } from './styles/inline-styles';

const words = (list: string) => list.split(' ');

const TAGS = words(
  'a abbr address article aside audio b bdi bdo big blockquote br caption center cite code col colgroup data dd del details dfn div dl dt em ' +
    'embed figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd li main mark nav object ol p picture pre ' +
    'progress q rb rp rt rtc ruby s samp section small source span strike strong sub summary sup table tbody td tfoot th thead time tr track ' +
    'tt u ul var video wbr',
);

const ATTRIBUTES: Record<string, string[]> = {
  '*': words('id class style title lang dir'),
  a: words('href target name hreflang type data-mention-user-id'),
  audio: words('src controls loop muted preload'),
  blockquote: ['cite'],
  col: ['span'],
  colgroup: ['span'],
  data: ['value'],
  del: words('cite datetime'),
  details: ['open'],
  div: ['drawio-diagram'],
  embed: words('src type width height'),
  iframe: words('src width height'),
  img: words('src alt width height'),
  input: words('type checked disabled readonly value'),
  ins: words('cite datetime'),
  li: ['value'],
  object: words('data type width height'),
  ol: words('start type reversed'),
  progress: words('value max'),
  q: ['cite'],
  source: words('src type media'),
  td: words('colspan rowspan headers'),
  th: words('colspan rowspan headers scope abbr'),
  time: ['datetime'],
  track: words('src kind srclang label default'),
  video: words('src controls loop muted preload poster width height'),
};

const WITHOUT_VALUE = new Set(words('checked controls default disabled loop muted open readonly reversed'));
const LINK_SCHEMES = words('http https mailto ftp nntp news tel file');
const MEDIA_TAGS = words('audio embed iframe img object source track video');
/** These embed another document: only absolute addresses, of any host. The CSP of the page decides which hosts may be framed. */
const FRAMING_ATTRIBUTE: Record<string, string> = { iframe: 'src', embed: 'src', object: 'data' };
const ALIGNABLE = new Set(words('p div h1 h2 h3 h4 h5 h6'));
/** No allowed element has this name. An element renamed to it is unwrapped, so a void element disappears. */
const DROPPED = 'dropped';

// The type package lacks `allowedEmptyAttributes`.
const OPTIONS: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: TAGS,
  allowedAttributes: ATTRIBUTES,
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: Object.fromEntries(MEDIA_TAGS.map((tag) => [tag, ['http', 'https']])),
  allowedSchemesAppliedToAttributes: words('href src cite data poster'),
  allowedEmptyAttributes: words('alt href src title value'),
  selfClosing: words('br col embed hr img input source track wbr'),
  allowIframeRelativeUrls: false,
  parseStyleAttributes: false,
  // The content of these is not text for readers.
  nonTextTags: words('script style title template textarea option xmp'),
  // Browsers read the content of an iframe as raw text, sanitisers as elements. All of it is removed.
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  transformTags: { '*': transform },
};

/**
 * Keeps only listed elements and attributes (content-behaviour §6.6, letter `a`), printed as the reference prints them. Other elements
 * are unwrapped, or removed with their content if it is not readable text. No svg, math, style, noscript, xmp, textarea, title, template.
 */
export function keepAllowedHtml(html: string): string {
  // Only a void element ends in ` />` here: `>` is escaped in texts and values.
  return sanitizeHtml(html, OPTIONS).replaceAll(' />', '>');
}

function transform(tagName: string, given: Attributes): Tag {
  const attribs = Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => keptAttribute(tagName, name, value)),
  );
  if (ALIGNABLE.has(tagName) && /^(left|right|center|justify)$/i.test(given.align ?? '')) {
    attribs.style = `text-align:${given.align?.toLowerCase()};${attribs.style ?? ''}`;
  }
  if (tagName === 'img' && given.alt === undefined) attribs.alt = fileName(given.src ?? '');
  const isDropped =
    (tagName === 'img' && given.src === undefined) || (tagName === 'input' && attribs.type === undefined);
  return { tagName: isDropped ? DROPPED : tagName, attribs };
}

function keptAttribute(tag: string, name: string, value: string): [string, string][] {
  if (name === 'style') {
    const safe = keepSafeStyles(value);
    return safe ? [[name, safe]] : [];
  }
  return isKept(tag, name, value) ? [[name, WITHOUT_VALUE.has(name) ? '' : value]] : [];
}

function isKept(tag: string, name: string, value: string): boolean {
  // Ids with this prefix cannot shadow a global that a script looks up.
  if (name === 'id') return value.startsWith('bkmrk');
  if (name === 'class') return value !== '';
  if (name === 'target') return value === '_blank';
  if (name === 'drawio-diagram' || name === 'data-mention-user-id') return /^\d+$/.test(value);
  if (tag === 'input' && name === 'type') return value.toLowerCase() === 'checkbox';
  if (name === FRAMING_ATTRIBUTE[tag]) return /^(https?:)?\/\//i.test(value);
  return true;
}

const fileName = (address: string) => address.replace(/\/+$/, '').split('/').at(-1) ?? '';
