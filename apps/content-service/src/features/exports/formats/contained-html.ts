import { type Element, isTag } from 'domhandler';
import { elementsOf, parseHtml } from '../../../text/tree/html-tree';
import { printAddress, serializeHtml } from '../../../text/tree/serialize-html';
import { IMAGES_PATH } from '../../../content/files/image-paths';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * The image at a path such as `/uploads/images/gallery/2026-11/a.png` as a data URI; undefined when the caller cannot read such an image.
 */
export type LoadInlineImage = (path: string) => Promise<string | undefined>;

/** HTML with absolute links, and with marks in place of stored images. */
interface MarkedHtml {
  html: string;
  hasNewLinks: boolean;
  images: { path: string; address: string }[];
}

/**
 * First step towards self-contained HTML (content-behaviour §15): makes relative links absolute and replaces stored images by marks.
 * @param key prefix of the marks; must be unguessable, so that no text can contain one
 */
export function markImages(html: string, baseUrl: string, key: string): MarkedHtml {
  if (isContained(html)) return { html, hasNewLinks: false, images: [] };
  const document = parseHtml(html);
  const marked: MarkedHtml = { html, hasNewLinks: false, images: [] };
  for (const element of elementsOf(document)) {
    if (element.name === 'img') markImage(element, baseUrl, key, marked);
    else if (element.name === 'a') marked.hasNewLinks = completeLink(element, baseUrl) || marked.hasNewLinks;
  }
  if (marked.hasNewLinks || marked.images.length > 0) marked.html = serializeHtml(document);
  return marked;
}

/**
 * Second step: replaces the marks by data URIs. An image that is not found keeps its address.
 * @param original the HTML before `markImages`
 */
export async function withInlineImages(
  original: string,
  { html, hasNewLinks, images }: MarkedHtml,
  key: string,
  inlineImage: LoadInlineImage,
): Promise<string> {
  const sources: string[] = [];
  let isFound = false;
  for (const { path, address } of images) {
    const inline = await inlineImage(path);
    isFound ||= inline !== undefined;
    sources.push(inline ?? printAddress(address));
  }
  if (!isFound && !hasNewLinks) return original;
  return html.replace(new RegExp(`${key}-(\\d+)-`, 'g'), (_mark, number: string) => sources[Number(number)] ?? '');
}

/**
 * Whether a text has neither images nor relative links. Parsing takes fifty times as long as this look.
 * Any unusual spelling counts as relative, so a wrong answer only costs time.
 */
const isContained = (html: string): boolean =>
  !/<img/i.test(html) && countOf(html, /href/gi) === countOf(html, /href="(?:[a-z][a-z0-9+.-]*:|#|\/\/|")/gi);

const countOf = (html: string, pattern: RegExp): number => html.match(pattern)?.length ?? 0;

function markImage(image: Element, baseUrl: string, key: string, { images }: MarkedHtml): void {
  const address = image.attribs['src'] ?? '';
  const path = storedAt(address, baseUrl);
  if (path === undefined) return;
  image.attribs['src'] = `${key}-${images.push({ path, address }) - 1}-`;
  for (const element of [image, ...sourcesOf(image)]) delete element.attribs['srcset'];
}

/** A browser prefers them to the image, and shows nothing if it may not load them. */
const sourcesOf = ({ parent }: Element): Element[] =>
  parent && isTag(parent) && parent.name === 'picture' ? parent.children.filter(isTag) : [];

/** The path of a stored image by its address. */
function storedAt(src: string, baseUrl: string): string | undefined {
  const path = src.startsWith(`${baseUrl}/`) ? src.slice(baseUrl.length) : src;
  if (!path.startsWith(IMAGES_PATH)) return undefined;
  try {
    return decodeURIComponent(path.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
}

function completeLink(link: Element, baseUrl: string): boolean {
  const href = link.attribs['href']?.trim();
  if (href === undefined || href === '' || href.startsWith('#') || href.startsWith('//') || HAS_SCHEME.test(href))
    return false;
  link.attribs['href'] = `${baseUrl}/${href.replace(/^\/+/, '')}`;
  return true;
}
