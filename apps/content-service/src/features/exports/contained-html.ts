import type { Element } from 'domhandler';
import { elementsOf, parseHtml } from '../../domain/html/html-tree';
import { serializeHtml } from '../../domain/html/serialize-html';
import { IMAGES_PATH } from '../../domain/images/image-paths';

const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** The image at a path such as `/uploads/images/gallery/2026-11/a.png` as a data URI; undefined when there is none for this reader. */
export type InlineImage = (path: string) => Promise<string | undefined>;

/**
 * HTML that shows what it shows without this installation (content-behaviour §15): images of the image storage become data URIs, relative
 * links become whole addresses. An image that is not there keeps its address.
 */
export async function containedHtml(html: string, baseUrl: string, inlineImage: InlineImage): Promise<string> {
  const document = parseHtml(html);
  let changed = false;
  for (const element of elementsOf(document)) {
    if (element.name === 'img') changed = (await containImage(element, baseUrl, inlineImage)) || changed;
    else if (element.name === 'a') changed = completeLink(element, baseUrl) || changed;
  }
  return changed ? serializeHtml(document) : html;
}

async function containImage(image: Element, baseUrl: string, inlineImage: InlineImage): Promise<boolean> {
  const path = storedAt(image.attribs['src'] ?? '', baseUrl);
  const inline = path === undefined ? undefined : await inlineImage(path);
  if (inline === undefined) return false;
  image.attribs['src'] = inline;
  delete image.attribs['srcset'];
  return true;
}

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
  if (href === undefined || href === '' || href.startsWith('#') || href.startsWith('//') || HAS_SCHEME.test(href)) return false;
  link.attribs['href'] = `${baseUrl}/${href.replace(/^\/+/, '')}`;
  return true;
}
