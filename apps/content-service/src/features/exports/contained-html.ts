import { buffer } from 'node:stream/consumers';
import type { FileStore } from '@almanac/storage';
import type { Element } from 'domhandler';
import { elementsOf, parseHtml } from '../../domain/html/html-tree';
import { serializeHtml } from '../../domain/html/serialize-html';

const TYPES: Record<string, string> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif' };
const IMAGES = '/uploads/images/';
const HAS_SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * HTML that shows what it shows without this installation (content-behaviour §15): images of the image storage become data URIs, relative
 * links become whole addresses. An image that is not there keeps its address; nothing outside of the image storage is ever read.
 */
export async function containedHtml(html: string, baseUrl: string, files: FileStore): Promise<string> {
  const document = parseHtml(html);
  let changed = false;
  for (const element of elementsOf(document)) {
    if (element.name === 'img') changed = (await containImage(element, baseUrl, files)) || changed;
    else if (element.name === 'a') changed = completeLink(element, baseUrl) || changed;
  }
  return changed ? serializeHtml(document) : html;
}

async function containImage(image: Element, baseUrl: string, files: FileStore): Promise<boolean> {
  const key = storedAt(image.attribs['src'] ?? '', baseUrl);
  const type = TYPES[key?.split('.').at(-1)?.toLowerCase() ?? ''];
  const file = key && type ? await files.read(key) : undefined;
  if (!file) return false;
  image.attribs['src'] = `data:image/${type};base64,${(await buffer(file)).toString('base64')}`;
  delete image.attribs['srcset'];
  return true;
}

/** The key of a stored image by its address; the store itself refuses keys that lead elsewhere. */
function storedAt(src: string, baseUrl: string): string | undefined {
  const path = src.startsWith(`${baseUrl}/`) ? src.slice(baseUrl.length) : src;
  if (!path.startsWith(IMAGES)) return undefined;
  try {
    return decodeURIComponent(path.slice(1).replace(/[?#].*$/s, ''));
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
