import { setImmediate } from 'node:timers/promises';
import type { Actor } from '@almanac/auth';
import { preventCaching } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { IMAGES_PATH, keyOf } from '../../../content/files/image-paths';
import { presentDescriptionHtml } from '../../../content/item-fields/descriptions';
import { mayHaveIncludeTags } from '../../../text/includes/include-tags';
import {
  chaptersOf,
  type ExportedBook,
  type ExportedChapter,
  type ExportedItem,
  type ExportedPage,
  type ExportSource,
  pagesOf,
} from '../formats/exported-item';
import { plainTexts } from './portable-format';
import type { ExportedTag, ZipExportsRepository } from './zip-exports.repository';
import { portableExtension, ZipFiles } from './zip-files';
import { type ExportedAttachment, type ExportedImage, ZipTargets } from './zip-targets';

/** The image paths of so many pages are looked up in one query. */
const PAGES_AT_ONCE = 50;

/** Everything in an archive except page texts. These are read twice: to find the images, and to write them. */
interface ZipContents {
  targets: ZipTargets;
  files: ZipFiles;
  /** Path of the book's cover. */
  cover: string | undefined;
  attachments: Map<number, ExportedAttachment[]>;
  images: Map<number, ExportedImage[]>;
}

/** Collects everything else in an archive: cover, attachments of pages, and images in texts (content-behaviour §16.3). */
export async function gatherContents(
  item: ExportedItem,
  pages: ExportedPage[],
  source: ExportSource,
  {
    repository,
    store,
    actor,
    baseUrl,
  }: { repository: ZipExportsRepository; store: FileStore; actor: Actor; baseUrl: string },
): Promise<ZipContents> {
  const files = new ZipFiles();
  const addFile = async (key: string, extension: string): Promise<boolean> => {
    // Stored files change without a commit.
    preventCaching();
    const facts = await store.stat(key);
    if (facts) files.add(key, extension, facts.size);
    return facts !== undefined;
  };
  // Missing files are left out: importers reject an archive that names a file it does not contain.
  const attachments: ExportedAttachment[] = [];
  for (const attachment of await repository.attachments(pages.map(({ id }) => id)))
    if (attachment.external || (await addFile(attachment.path, attachment.extension))) attachments.push(attachment);
  const cover = item.type === 'book' ? await repository.cover(item.id) : undefined;
  const hasCover = cover !== undefined && (await addFile(keyOf(cover), portableExtension(cover)));
  const targets = new ZipTargets(item, await repository.bookSlug(item), attachments, baseUrl);
  const images = new Map<number, ExportedImage[]>();
  const exported = new Set(pages.map(({ id }) => id));
  const added = new Set<number>();

  /** Adds images to the page that they were uploaded to, or else to the first page that shows them. */
  const addImages = async (pageByPath: Map<string, number | undefined>): Promise<void> => {
    for (const { home, ...image } of await repository.images([...pageByPath.keys()], actor)) {
      const page = exported.has(home) ? home : pageByPath.get(image.path);
      if (
        added.has(image.id) ||
        page === undefined ||
        !(await addFile(keyOf(image.path), portableExtension(image.path)))
      )
        continue;
      added.add(image.id);
      images.set(page, [...(images.get(page) ?? []), image]);
      targets.addImage(image);
    }
  };

  let pageByPath = new Map<string, number | undefined>();
  for (const [place, page] of pages.entries()) {
    for (const path of targets.imagePaths(await textsOf(page, source)))
      if (!pageByPath.has(path)) pageByPath.set(path, page.id);
    if (place % PAGES_AT_ONCE === PAGES_AT_ONCE - 1 || place === pages.length - 1) {
      await addImages(pageByPath);
      pageByPath = new Map();
    }
  }
  // An image that only descriptions show is added if it was uploaded to an exported page.
  const inDescriptions = new Map<string, undefined>();
  for (const html of descriptionsOf(item)) {
    for (const path of targets.imagePaths(presentDescriptionHtml(html))) inDescriptions.set(path, undefined);
    // One description takes a few milliseconds; a thousand would block the event loop for seconds.
    await setImmediate();
  }
  await addImages(inDescriptions);
  return {
    targets,
    files,
    cover: hasCover ? cover : undefined,
    attachments: Map.groupBy(attachments, ({ pageId }) => pageId),
    images,
  };
}

async function textsOf(page: ExportedPage, source: ExportSource): Promise<string> {
  const body = await source.bodyOf(page);
  if (!body) return '';
  // Rendering is slow, and most pages have neither images nor include tags that could bring some.
  const html = body.html.includes(IMAGES_PATH) || mayHaveIncludeTags(body.html) ? await source.render(body.html) : '';
  return `${html}\n${body.markdown}`;
}

const descriptionsOf = (item: ExportedItem): string[] => {
  if (item.type === 'page') return [];
  const inside = item.type === 'book' ? item.children.flatMap(descriptionsOf) : [];
  return [item.descriptionHtml, ...inside];
};

/** Images and attachments of a page in `data.json`. */
const presentImage = ({ id, name, path, type }: ExportedImage, files: ZipFiles) => ({
  id,
  name,
  file: files.nameOf(keyOf(path)),
  type,
});

const presentAttachment = ({ id, name, external, path }: ExportedAttachment, files: ZipFiles) => ({
  id,
  name,
  ...(external ? { link: path } : { file: files.nameOf(path) }),
});

interface ZipDataOptions {
  contents: ZipContents;
  source: ExportSource;
  tags: { book: Map<number, ExportedTag[]>; chapter: Map<number, ExportedTag[]>; page: Map<number, ExportedTag[]> };
  instance: { id: string; version: string };
}

/** Pages in the order of `data.json`: a book's chapters come before its own pages. */
export const pagesInArchive = (item: ExportedItem): ExportedPage[] =>
  item.type === 'book'
    ? [...chaptersOf(item).flatMap(({ pages }) => pages), ...item.children.filter((child) => child.type === 'page')]
    : pagesOf(item);

/** `data.json` in pieces, without its end (content-behaviour §16.2). Members without a value are left out; empty lists stay. */
export async function* zipData(item: ExportedItem, options: ZipDataOptions): AsyncGenerator<string> {
  yield `{${JSON.stringify(item.type)}:`;
  if (item.type === 'book') yield* bookData(item, options);
  else if (item.type === 'chapter') yield* chapterData(item, options);
  else yield* pageData(item, options);
  yield `,"instance":${JSON.stringify(options.instance)}`;
}

/** The end of `data.json`, which tells the time and thus cannot be cached. */
export const endOfZipData = (): string =>
  `,"exported_at":${JSON.stringify(new Date().toISOString().replace(/\.\d+Z$/, '+00:00'))}}`;

async function* bookData(book: ExportedBook, options: ZipDataOptions): AsyncGenerator<string> {
  const { files, cover } = options.contents;
  yield opened({
    id: book.id,
    ...plainTexts('book', book),
    ...described(book, options),
    ...(cover === undefined ? {} : { cover: files.nameOf(keyOf(cover)) }),
  });
  yield ',"chapters":';
  yield* jsonList(chaptersOf(book), (chapter) => chapterData(chapter, options));
  yield ',"pages":';
  yield* jsonList(
    book.children.filter((child) => child.type === 'page'),
    (page) => pageData(page, options),
  );
  yield closed({ tags: options.tags.book.get(book.id) ?? [] });
}

async function* chapterData(chapter: ExportedChapter, options: ZipDataOptions): AsyncGenerator<string> {
  yield opened({
    id: chapter.id,
    ...plainTexts('chapter', chapter),
    ...described(chapter, options),
    priority: chapter.priority,
  });
  yield ',"pages":';
  yield* jsonList(chapter.pages, (page) => pageData(page, options));
  yield closed({ tags: options.tags.chapter.get(chapter.id) ?? [] });
}

async function* pageData(page: ExportedPage, { contents, source, tags }: ZipDataOptions): AsyncGenerator<string> {
  const { targets, files } = contents;
  const body = await source.bodyOf(page);
  yield JSON.stringify({
    id: page.id,
    ...plainTexts('page', page),
    html: body && targets.refer(await source.render(body.html)),
    markdown: body?.markdown ? targets.refer(body.markdown) : undefined,
    priority: page.priority,
    attachments: (contents.attachments.get(page.id) ?? []).map((attachment) => presentAttachment(attachment, files)),
    images: (contents.images.get(page.id) ?? []).map((image) => presentImage(image, files)),
    tags: tags.page.get(page.id) ?? [],
  });
}

const described = ({ descriptionHtml: html }: ExportedBook | ExportedChapter, { contents }: ZipDataOptions) => ({
  description_html: contents.targets.refer(presentDescriptionHtml(html)),
});

/** JSON of an object without the closing brace; more members follow. */
const opened = (members: object): string => JSON.stringify(members).slice(0, -1);
const closed = (members: object): string => `,${JSON.stringify(members).slice(1)}`;

/** Streams a JSON array, so that it is never in memory as a whole. */
export async function* jsonList<T>(
  items: readonly T[],
  write: (item: T) => AsyncGenerator<string>,
): AsyncGenerator<string> {
  yield '[';
  for (const [place, item] of items.entries()) {
    if (place > 0) yield ',';
    yield* write(item);
  }
  yield ']';
}
