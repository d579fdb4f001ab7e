import { checkJsonShape, type JsonBounds } from '@almanac/http';
import { MAX_NAME_LENGTH, PLAIN_TEXTS } from '../../exports/zip/portable-format';
import { type Fault, Fields, type IsRepeatedId, notAnObject } from './fields';
import type { FilesInArchive } from './files-in-archive';
import type {
  PortableAttachment,
  PortableBook,
  PortableChapter,
  PortableImage,
  PortableItem,
  PortablePage,
  PortableTag,
} from './portable-content';

/** The API accepts 2,000 characters, and entities make them up to six times longer. Descriptions are parsed without a worker. */
const MAX_DESCRIPTION_LENGTH = 16_000;
const MAX_LINK_LENGTH = 2_000;
const IMAGE_TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Covers are scaled on import, so every type that uploads accept as cover is accepted here. */
const COVER_TYPES = [...IMAGE_TYPES, 'image/avif'];
const KINDS = ['book', 'chapter', 'page'] as const;

/**
 * The item in `data.json` and all its faults (content-behaviour §16.2, §16.4). Use the item only when there are no faults. Of several
 * items, a book wins over a chapter, and a chapter over a page.
 */
export function readContent(
  data: Record<string, unknown>,
  files: FilesInArchive,
): { item: PortableItem | undefined; faults: Fault[] } {
  const kind = KINDS.find((one) => data[one] !== undefined && data[one] !== null);
  if (!kind)
    return { item: undefined, faults: [format('ZIP file data has no expected book, chapter or page content.')] };
  const root = data[kind];
  const members = Array.isArray(root) ? {} : root;
  if (!isRecord(members)) return { item: undefined, faults: [{ key: kind, messages: [notAnObject(root)] }] };
  const faults: Fault[] = [];
  const reader = new ContentReader(files);
  return { item: reader[kind](new Fields(members, kind, faults)), faults };
}

/** A fault of the archive as a whole. */
export const format = (message: string): Fault => ({ key: 'format', messages: [message] });

class ContentReader {
  private readonly ids = new Set<string>();

  constructor(private readonly files: FilesInArchive) {}

  book(fields: Fields): PortableBook {
    return {
      kind: 'book',
      id: fields.id('book', this.isRepeated),
      ...fields.texts(PLAIN_TEXTS.book),
      description: fields.text('description_html', MAX_DESCRIPTION_LENGTH),
      cover: fields.file('cover', this.files, { types: COVER_TYPES }),
      tags: this.tags(fields),
      pages: fields.items('pages', (page) => this.page(page)),
      chapters: fields.items('chapters', (chapter) => this.chapter(chapter)),
    };
  }

  chapter(fields: Fields): PortableChapter {
    return {
      kind: 'chapter',
      id: fields.id('chapter', this.isRepeated),
      ...fields.texts(PLAIN_TEXTS.chapter),
      description: fields.text('description_html', MAX_DESCRIPTION_LENGTH),
      priority: fields.whole('priority'),
      tags: this.tags(fields),
      pages: fields.items('pages', (page) => this.page(page)),
    };
  }

  page(fields: Fields): PortablePage {
    return {
      kind: 'page',
      id: fields.id('page', this.isRepeated),
      ...fields.texts(PLAIN_TEXTS.page),
      html: fields.text('html') ?? '',
      markdown: fields.text('markdown') ?? '',
      priority: fields.whole('priority'),
      attachments: fields.items('attachments', (attachment) => this.attachment(attachment)),
      images: fields.items('images', (image) => this.image(image)),
      tags: this.tags(fields),
    };
  }

  private attachment(fields: Fields): PortableAttachment {
    const id = fields.id('attachment', this.isRepeated);
    const name = fields.requiredText('name', MAX_NAME_LENGTH);
    fields.requireEither('link', 'file');
    return { id, name, link: fields.link(MAX_LINK_LENGTH), file: fields.file('file', this.files) };
  }

  private image(fields: Fields): PortableImage {
    const id = fields.id('image', this.isRepeated);
    const name = fields.requiredText('name', MAX_NAME_LENGTH);
    return {
      id,
      name,
      file: fields.file('file', this.files, { required: true, types: IMAGE_TYPES }),
      type: fields.oneOf('type', ['gallery', 'drawio']) ?? 'gallery',
    };
  }

  private tags(fields: Fields): PortableTag[] {
    return fields.items('tags', (tag) => ({
      name: tag.requiredText('name', MAX_NAME_LENGTH),
      value: tag.text('value', MAX_NAME_LENGTH) ?? '',
    }));
  }

  private readonly isRepeated: IsRepeatedId = (kind, id) => {
    const key = `${kind}:${id}`;
    if (this.ids.has(key)) return true;
    this.ids.add(key);
    return false;
  };
}

/**
 * Deeper data is refused, as other readers of the format do. A book of ten thousand pages has fewer values. With more, handling the result
 * would block the event loop too long, although a worker has parsed it.
 */
const BOUNDS: JsonBounds = { depth: 512, members: 400_000, values: 400_000 };

/** The object that an archive's `data.json` holds, or undefined when it holds none. */
export function decodeData(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    checkJsonShape(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), BOUNDS);
    const data: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return isRecord(data) && Object.keys(data).length > 0 ? data : undefined;
  } catch {
    return undefined;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
