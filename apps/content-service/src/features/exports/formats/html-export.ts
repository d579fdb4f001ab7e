import { presentDescriptionHtml } from '../../../content/item-fields/descriptions';
import { escapeHtml } from '../../../text/tree/escape-html';
import type { ExportedBook, ExportedChapter, ExportedItem, ExportedPage } from './exported-item';
import type { ExportSource } from './export-source';
import { EXPORT_STYLESHEET, PRINT_STYLESHEET } from './export-stylesheet';

/** The file loads nothing external and runs no scripts, in any browser. */
const POLICY =
  "default-src 'none'; img-src data:; media-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

interface HtmlExportOptions {
  /** Makes the HTML of a page or description self-contained, e.g. with images as data URIs. */
  contain: (html: string) => Promise<string>;
  /** Whether the caller may know how often a page was changed. */
  showRevision: boolean;
  /** Part of the class names of `body`. */
  format: 'html' | 'pdf';
}

/** An item as one self-contained HTML document (content-behaviour §15). */
export async function* htmlOf(
  item: ExportedItem,
  source: ExportSource,
  options: HtmlExportOptions,
): AsyncGenerator<string> {
  yield `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${escapeHtml(item.name)}</title>
<style>${EXPORT_STYLESHEET}${options.format === 'pdf' ? PRINT_STYLESHEET : ''}</style>
</head>
<body class="export export-format-${options.format} export-engine-${options.format === 'pdf' ? 'chromium' : 'none'}">
`;
  const page = pageWriter(source, options);
  if (item.type === 'page') {
    yield* page(item, 'bkmrk-page-title');
    yield metaOf(item, options.showRevision);
  } else yield* item.type === 'chapter' ? chapterHtml(item, page, options) : bookHtml(item, page, options);
  yield '</body>\n</html>\n';
}

type WritePage = (page: ExportedPage, id: string) => AsyncGenerator<string>;

const pageWriter = (source: ExportSource, { contain }: HtmlExportOptions): WritePage =>
  async function* (page, id) {
    const body = await source.bodyOf(page);
    yield `<h1 id="${id}">${escapeHtml(page.name)}</h1>\n`;
    if (body) yield `${await contain(await source.render(body.html))}\n`;
  };

async function* chapterHtml(
  chapter: ExportedChapter,
  writePage: WritePage,
  options: HtmlExportOptions,
): AsyncGenerator<string> {
  yield await headOf(chapter, options);
  yield contentsOf(chapter.pages);
  for (const page of chapter.pages) {
    yield PAGE_BREAK;
    yield* writePage(page, `page-${page.id}`);
  }
}

async function* bookHtml(book: ExportedBook, writePage: WritePage, options: HtmlExportOptions): AsyncGenerator<string> {
  yield await headOf(book, options);
  yield contentsOf(book.children);
  for (const child of book.children) {
    yield PAGE_BREAK;
    if (child.type === 'page') yield* writePage(child, `page-${child.id}`);
    else {
      yield await headOf(child, options, ` id="chapter-${child.id}"`);
      for (const page of child.pages) {
        yield `${PAGE_BREAK}<div class="chapter-hint">${escapeHtml(child.name)}</div>\n`;
        yield* writePage(page, `page-${page.id}`);
      }
    }
  }
}

/** The name and the description of a chapter or book. */
const headOf = async (
  { name, descriptionHtml }: ExportedChapter | ExportedBook,
  { contain }: HtmlExportOptions,
  attributes = '',
): Promise<string> =>
  `<h1${attributes}>${escapeHtml(name)}</h1>\n${await contain(presentDescriptionHtml(descriptionHtml))}\n`;

const PAGE_BREAK = '<div class="page-break"></div>\n';

function contentsOf(children: (ExportedChapter | ExportedPage)[]): string {
  return children.length === 0 ? '' : `<nav class="contents" aria-label="Contents">${listOf(children)}</nav>\n`;
}

function listOf(children: (ExportedChapter | ExportedPage)[]): string {
  const entries = children.map(
    (child) =>
      `<li><a href="#${child.type}-${child.id}">${escapeHtml(child.name)}</a>${child.type === 'chapter' && child.pages.length > 0 ? listOf(child.pages) : ''}</li>`,
  );
  return `<ul>${entries.join('')}</ul>`;
}

function metaOf(page: ExportedPage, showRevision: boolean): string {
  const lines = [
    ...(showRevision ? [`Revision #${page.revisionCount}`] : []),
    `Created ${moment(page.createdAt)}${by(page.creator)}`,
    `Updated ${moment(page.updatedAt)}${by(page.updater)}`,
  ];
  return `<footer class="meta">${lines.join('<br>')}</footer>\n`;
}

const moment = (time: Date) => `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
const by = (name: string | null) => (name === null ? '' : ` by ${escapeHtml(name)}`);
