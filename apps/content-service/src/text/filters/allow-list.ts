import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import { link, media } from './addresses';
import {
  type AttributeValue,
  classes,
  flag,
  integer,
  language,
  length,
  oneOf,
  pixels,
  positive,
  text,
} from './attribute-values';
import { modernised } from './legacy-html';
import { keepSafeStyles } from './styles/inline-styles';
import { colour } from './styles/style-values';

type Values = Record<string, AttributeValue>;

const words = (list: string) => list.split(' ');

const TAGS = words(
  'a abbr address article aside audio b bdi bdo blockquote br caption cite code col colgroup data dd del details dfn div dl dt em embed ' +
    'figcaption figure footer h1 h2 h3 h4 h5 h6 header hgroup hr i iframe img input ins kbd li main mark nav object ol p picture pre ' +
    'progress q rb rp rt rtc ruby s samp section small source span strong sub summary sup table tbody td tfoot th thead time tr track u ul ' +
    'var video wbr',
);

const EVERYWHERE: Values = {
  class: classes,
  dir: oneOf('ltr rtl auto'),
  // Ids with this prefix cannot shadow a global that a script looks up.
  id: (value) => (/^bkmrk\S*$/.test(value) ? value : undefined),
  inputmode: oneOf('text decimal numeric tel search email url'),
  lang: language,
  style: (value) => keepSafeStyles(value) || undefined,
  tabindex: integer,
  title: text,
};

const edit: Values = { cite: link, datetime: text };
/** Another document: only absolute addresses, of any host. The CSP of the page decides which hosts may be framed. */
const framed: AttributeValue = (value) => (/^(?:https?:)?\/\//i.test(value) ? link(value) : undefined);
const player: Values = { src: media, controls: flag('controls'), preload: oneOf('auto metadata none') };
const sized: Values = { width: length, height: length };
const cell: Values = { colspan: positive, rowspan: positive };

const ATTRIBUTES: Record<string, Values> = {
  a: {
    href: link,
    name: (value) => (/\s/.test(value) ? undefined : value),
    target: oneOf('_blank'),
    hreflang: text,
    type: text,
    download: text,
    'data-mention-user-id': positive,
  },
  audio: player,
  blockquote: { cite: link },
  col: { span: positive },
  colgroup: { span: positive },
  data: { value: text },
  del: edit,
  details: { open: flag('open') },
  div: { 'drawio-diagram': positive },
  embed: { src: framed, type: text, ...sized },
  iframe: { src: framed, ...sized },
  img: {
    src: media,
    alt: text,
    width: pixels,
    height: pixels,
    loading: oneOf('lazy eager'),
  },
  input: {
    type: oneOf('checkbox'),
    checked: flag('checked'),
    disabled: flag('disabled'),
    readonly: flag('readonly'),
    value: text,
  },
  ins: edit,
  li: { value: integer },
  object: { data: framed, type: text, ...sized },
  ol: { start: integer, type: (value) => /^[1aAiI]$/.exec(value.trim())?.[0], reversed: flag('reversed') },
  pre: { width: positive },
  progress: { value: text, max: text },
  q: { cite: link },
  source: { src: media, type: text, media: text },
  td: cell,
  th: { ...cell, scope: oneOf('row col rowgroup colgroup'), abbr: text },
  time: { datetime: text },
  tr: { bgcolor: colour },
  track: {
    src: media,
    kind: oneOf('captions chapters descriptions metadata subtitles'),
    srclang: text,
    label: text,
    default: flag('default'),
  },
  video: { ...player, poster: media, ...sized },
};

// Maps, because names of elements and attributes such as `constructor` would find members of every object.
const RULES_EVERYWHERE = new Map(Object.entries(EVERYWHERE));
const RULES = new Map(
  Object.entries(ATTRIBUTES).map(([tag, own]) => [tag, new Map(Object.entries({ ...EVERYWHERE, ...own }))]),
);

const LINK_SCHEMES = words('http https mailto ftp nntp news tel file');
const MEDIA_TAGS = words('audio img source track video');
const FRAMING_TAGS = words('embed iframe object');
/** Removed void elements have this name until the end. It is allowed: the sanitizer would end the next element with a disallowed name. */
const DROPPED = 'dropped';

// The type package lacks `allowedEmptyAttributes`.
const OPTIONS: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...TAGS, DROPPED],
  allowedAttributes: {
    '*': Object.keys(EVERYWHERE),
    ...Object.fromEntries(Object.entries(ATTRIBUTES).map(([tag, values]) => [tag, Object.keys(values)])),
  },
  allowedSchemes: LINK_SCHEMES,
  allowedSchemesByTag: {
    ...Object.fromEntries(MEDIA_TAGS.map((tag) => [tag, ['http', 'https', 'ftp']])),
    ...Object.fromEntries(FRAMING_TAGS.map((tag) => [tag, ['http', 'https']])),
  },
  allowedSchemesAppliedToAttributes: words('href src cite data poster'),
  allowedEmptyAttributes: words('alt download href src title value'),
  selfClosing: [...words('br col embed hr img input source track wbr'), DROPPED],
  allowIframeRelativeUrls: false,
  parseStyleAttributes: false,
  // The content of these is not text for readers.
  nonTextTags: words('script style title template textarea option xmp'),
  // Browsers read the content of an iframe as raw text, sanitisers as elements. All of it is removed.
  textFilter: (given, tag) => (tag === 'iframe' ? '' : given),
  transformTags: { '*': transform },
};

/**
 * Keeps only listed elements and attributes (content-behaviour §6.6, letter `a`), printed as the reference prints them. Other elements
 * are unwrapped, or removed with their content if it is not readable text. No svg, math, style, noscript, xmp, textarea, title, template.
 */
export function keepAllowedHtml(html: string): string {
  // Only a void element ends in ` />` here: `>` is escaped in texts and values.
  return sanitizeHtml(html.replace(/\r\n?/g, '\n'), OPTIONS).replaceAll(`<${DROPPED} />`, '').replaceAll(' />', '>');
}

function transform(name: string, given: Attributes): Tag {
  const { tagName, attribs } = modernised(name, given);
  const kept = keptAttributes(attribs, RULES.get(tagName) ?? RULES_EVERYWHERE);
  if (tagName === 'img' && kept.alt === undefined) kept.alt = fileName(kept.src ?? '');
  return isDropped(tagName, kept) ? { tagName: DROPPED, attribs: {} } : { tagName, attribs: kept };
}

const isDropped = (tagName: string, kept: Attributes) =>
  tagName === DROPPED ||
  (tagName === 'img' && kept.src === undefined) ||
  (tagName === 'input' && kept.type === undefined);

function keptAttributes(given: Attributes, rules: ReadonlyMap<string, AttributeValue>): Attributes {
  const kept: Attributes = {};
  for (const [name, value] of Object.entries(given)) {
    const printed = rules.get(name)?.(value);
    if (printed !== undefined) kept[name] = printed;
  }
  return kept;
}

const fileName = (address: string) => address.replace(/\/+$/, '').split('/').at(-1) ?? '';
