import { parsePageLink } from '../../../text/page/page-links';
import { IMAGES_PATH, originalOf } from '../../../content/files/image-paths';
import type { Image } from '../../../content/images/image.entity';
import type { Attachment } from '../../../content/items/attachment.entity';
import { chaptersOf, type ExportedItem, pagesOf } from '../formats/exported-item';
import { reference } from './portable-format';

/** The columns of an attachment that archives need. */
export type ExportedAttachment = Pick<Attachment, 'id' | 'pageId' | 'name' | 'extension' | 'external' | 'path'>;

/** An image that a text in the archive shows. */
export type ExportedImage = Pick<Image, 'id' | 'name' | 'path' | 'type'>;

/** Maps addresses in texts to references to the contents of the archive. Other addresses stay unchanged. */
export class ZipTargets {
  /** By lower-case path below the base address. */
  private readonly items = new Map<string, string>();
  private readonly images = new Map<string, string>();

  constructor(
    item: ExportedItem,
    bookSlug: string,
    attachments: readonly ExportedAttachment[],
    private readonly baseUrl: string,
  ) {
    if (item.type === 'book') this.items.set(bookPath(bookSlug), reference('book', item.id));
    for (const chapter of chaptersOf(item).toSorted(byFallingRank))
      this.items.set(`${bookPath(bookSlug)}/chapter/${chapter.slug.toLowerCase()}`, reference('chapter', chapter.id));
    for (const page of pagesOf(item).toSorted(byFallingRank)) {
      this.items.set(`${bookPath(bookSlug)}/page/${page.slug.toLowerCase()}`, reference('page', page.id));
      this.items.set(`/link/${page.id}`, reference('page', page.id));
    }
    for (const { id } of attachments) this.items.set(`/attachments/${id}`, reference('attachment', id));
  }

  addImage({ id, path }: ExportedImage): void {
    this.images.set(path, reference('image', id));
  }

  /** Paths of the original images behind all image addresses in a text. */
  imagePaths(text: string): string[] {
    return ownAddresses(text, this.baseUrl).filter(isImage).map(decoded).map(originalOf);
  }

  /** Replaces addresses in a text by references (content-behaviour §16.3). */
  refer(text: string): string {
    return replaceOwnAddresses(text, this.baseUrl, (path) =>
      isImage(path) ? this.images.get(originalOf(decoded(path))) : this.items.get(this.itemPath(path)),
    );
  }

  private itemPath(path: string): string {
    const target = parsePageLink(`${this.baseUrl}${path}`, this.baseUrl);
    return target?.type === 'permalink' ? `/link/${target.pageId}` : path.replace(/\/$/, '').toLowerCase();
  }
}

/** The item with the lowest rank comes last: it overwrites the others and owns the address. */
const byFallingRank = (a: { slugRank: number }, b: { slugRank: number }): number => b.slugRank - a.slugRank;
const bookPath = (slug: string): string => `/books/${slug.toLowerCase()}`;
const isImage = (path: string): boolean => path.startsWith(IMAGES_PATH);

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** An address ends at a delimiter of HTML, Markdown or prose. Query and fragment are not part of it. */
const END = '[^?#"\'=()<>\\s\\]]*';

/**
 * Replaces addresses of this installation in a text (content-behaviour §16.3). Queries and fragments stay unchanged.
 * @param replace gets each path below the base address, such as `/books/guide/page/start`, and returns its replacement or undefined
 */
export function replaceOwnAddresses(
  text: string,
  baseUrl: string,
  replace: (path: string) => string | undefined,
): string {
  return text.replace(addressesUnder(baseUrl), (address: string, path: string) => replace(path) ?? address);
}

/** Paths of all addresses of this installation in a text. */
export const ownAddresses = (text: string, baseUrl: string): string[] =>
  Array.from(text.matchAll(addressesUnder(baseUrl)), ([, path]) => path ?? '');

const addressesUnder = (baseUrl: string): RegExp =>
  new RegExp(`(?<![A-Za-z0-9])${baseUrl.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')}(/${END})`, 'g');
