import type { Document } from 'domhandler';
import sanitizeHtml, { type Attributes, type IOptions, type Tag } from 'sanitize-html';
import {
  type AttributeValue,
  classes,
  flag,
  wholeNumber,
  language,
  length,
  link,
  media,
  oneOf,
  pixels,
  positive,
  text,
} from './attribute-values';
import { checkbox, HIDDEN, keepListedElements, LISTED } from './listed-elements';
import { keepSafeStyles } from './inline-styles';
import { colour } from './style-values';
import { serializeHtml } from '../tree/serialize-html';

type Values = Record<string, AttributeValue>;

const words = (list: string) => list.split(' ');

const EVERYWHERE: Values = {
  class: classes,
  dir: oneOf('ltr rtl auto'),
  // Ids with this prefix cannot shadow a global that a script looks up.
  id: (value) => (/^bkmrk\S*$/.test(value) ? value : undefined),
  inputmode: oneOf('text decimal numeric tel search email url'),
  lang: language,
  style: (value) => keepSafeStyles(value) || undefined,
  tabindex: wholeNumber,
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
    type: checkbox,
    checked: flag('checked'),
    disabled: flag('disabled'),
    readonly: flag('readonly'),
    value: text,
  },
  ins: edit,
  li: { value: wholeNumber },
  object: { data: framed, type: text, ...sized },
  ol: { start: wholeNumber, type: (value) => /^[1aAiI]$/.exec(value.trim())?.[0], reversed: flag('reversed') },
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

// The type package lacks `allowedEmptyAttributes`.
const OPTIONS: IOptions & { allowedEmptyAttributes: string[] } = {
  allowedTags: [...LISTED],
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
  selfClosing: words('br col embed hr img input source track wbr'),
  allowIframeRelativeUrls: false,
  parseStyleAttributes: false,
  nonTextTags: [...HIDDEN],
  // Browsers read the content of an iframe as raw text, sanitisers as elements. All of it is removed.
  textFilter: (content, tag) => (tag === 'iframe' ? '' : content),
  transformTags: { '*': transform },
};

/**
 * Keeps only listed elements and attributes (content-behaviour §6.6, letter `a`), printed as the reference prints them. Other elements
 * are unwrapped, or removed with their content if it is not readable text. No svg, math, style, noscript, xmp, textarea, title, template.
 * Changes the document.
 */
export function keepAllowedHtml(document: Document): string {
  const html = serializeHtml(keepListedElements(document)).replace(/\r\n?/g, '\n');
  // Only a void element ends in ` />` here: `>` is escaped in texts and values.
  return sanitizeHtml(html, OPTIONS).replaceAll(' />', '>');
}

/** Keeps the name of the element. */
function transform(tagName: string, attributes: Attributes): Tag {
  const attribs = allowedAttributes(attributes, RULES.get(tagName) ?? RULES_EVERYWHERE);
  if (tagName === 'img' && attribs.alt === undefined) attribs.alt = fileName(attribs.src ?? '');
  return { tagName, attribs };
}

function allowedAttributes(attributes: Attributes, rules: ReadonlyMap<string, AttributeValue>): Attributes {
  const allowed: Attributes = {};
  for (const [name, value] of Object.entries(attributes)) {
    const printed = rules.get(name)?.(value);
    if (printed !== undefined) allowed[name] = printed;
  }
  return allowed;
}

const fileName = (address: string) => address.replace(/\/+$/, '').split('/').at(-1) ?? '';
