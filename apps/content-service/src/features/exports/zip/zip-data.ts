import { presentDescriptionHtml } from '../../../content/item-fields/descriptions';
import type { ExportSource } from '../formats/export-source';
import { keyOf } from '../../../content/files/image-paths';
import { jsonList } from './json-list';
import {
  chaptersOf,
  type ExportedBook,
  type ExportedChapter,
  type ExportedItem,
  type ExportedPage,
  pagesOf,
} from '../formats/exported-item';
import { presentAttachment, presentImage, type ZipContents } from './zip-contents';
import type { ExportedTag } from './zip-exports.repository';

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
    ...named(book, options),
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
  yield opened({ ...named(chapter, options), priority: chapter.priority });
  yield ',"pages":';
  yield* jsonList(chapter.pages, (page) => pageData(page, options));
  yield closed({ tags: options.tags.chapter.get(chapter.id) ?? [] });
}

async function* pageData(page: ExportedPage, { contents, source, tags }: ZipDataOptions): AsyncGenerator<string> {
  const { targets, files } = contents;
  const body = await source.bodyOf(page);
  yield JSON.stringify({
    id: page.id,
    name: page.name,
    html: body && targets.refer(await source.render(body.html)),
    markdown: body?.markdown ? targets.refer(body.markdown) : undefined,
    priority: page.priority,
    attachments: (contents.attachments.get(page.id) ?? []).map((attachment) => presentAttachment(attachment, files)),
    images: (contents.images.get(page.id) ?? []).map((image) => presentImage(image, files)),
    tags: tags.page.get(page.id) ?? [],
  });
}

const named = ({ id, name, descriptionHtml: html }: ExportedBook | ExportedChapter, { contents }: ZipDataOptions) => ({
  id,
  name,
  description_html: contents.targets.refer(presentDescriptionHtml(html)),
});

/** JSON of an object without the closing brace; more members follow. */
const opened = (members: object): string => JSON.stringify(members).slice(0, -1);
const closed = (members: object): string => `,${JSON.stringify(members).slice(1)}`;
