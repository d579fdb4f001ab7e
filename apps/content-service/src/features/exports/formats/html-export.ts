import { presentDescriptionHtml } from '../../../content/item-fields/descriptions';
import { escapeHtml } from '../../../text/tree/escape-html';
import type { ExportedBook, ExportedChapter, ExportedItem, ExportedPage, ExportSource } from './exported-item';

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

/** Styles of exported HTML and PDF, for all elements that pages may contain. Nothing external is loaded. */
export const EXPORT_STYLESHEET = `
:root { --ink: #22272b; --faint: #5b6770; --line: #d5dbe0; --link: #1f6199; --wash: #f4f6f8; }
* { box-sizing: border-box; }
body { color: var(--ink); font: 16px/1.6 "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans SC", "Noto Color Emoji", system-ui, sans-serif; margin: 0 auto; max-width: 52rem; padding: 2rem 1.25rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { break-after: avoid; line-height: 1.25; margin: 1.6em 0 .5em; }
h1 { font-size: 2rem; } h2 { font-size: 1.6rem; } h3 { font-size: 1.3rem; } h4, h5, h6 { font-size: 1.1rem; }
body > h1:first-of-type { margin-top: 0; }
a { color: var(--link); }
p, ul, ol, dl, table, pre, blockquote, details { margin: 0 0 1em; }
li > ul, li > ol, :is(td, th, li, blockquote, details, .callout) > :last-child { margin-bottom: 0; }
.task-list-item { list-style: none; }
img, video, svg { height: auto; max-width: 100%; }
pre, code, kbd, samp { font-family: "Noto Sans Mono", ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; font-size: .9em; }
code { background: var(--wash); border-radius: 3px; padding: .1em .3em; }
pre { background: var(--wash); border: 1px solid var(--line); border-radius: 4px; box-decoration-break: clone; -webkit-box-decoration-break: clone; orphans: 4; overflow-wrap: anywhere; padding: .8em 1em; white-space: pre-wrap; widows: 4; }
pre code { background: none; padding: 0; }
blockquote { border-left: 4px solid var(--line); color: var(--faint); margin-left: 0; padding-left: 1em; }
table { border-collapse: collapse; max-width: 100%; }
th, td { border: 1px solid var(--line); overflow-wrap: break-word; padding: .35em .6em; text-align: left; vertical-align: top; }
tr:has(> :nth-child(7)) > * { font-size: .8em; overflow-wrap: anywhere; }
th { background: var(--wash); }
tr, img, blockquote { break-inside: avoid; }
thead { display: table-header-group; }
hr { border: 0; border-top: 1px solid var(--line); margin: 2em 0; }
details { border: 1px solid var(--line); border-radius: 4px; padding: .6em 1em; }
summary { font-weight: bold; }
iframe { border: 1px solid var(--line); max-width: 100%; }
.align-left { text-align: left; } .align-center { text-align: center; } .align-right { text-align: right; } .align-justify { text-align: justify; }
img.align-left { float: left; margin-right: 1em; } img.align-right { float: right; margin-left: 1em; } img.align-center { display: block; margin: 0 auto; }
.callout { border-left: 4px solid #0277bd; background: #eaf4fb; padding: .7em 1em; }
.callout.success { border-color: #0f7d15; background: #edf7ee; } .callout.warning { border-color: #b45309; background: #fdf3e7; } .callout.danger { border-color: #ab0f0e; background: #fbeceb; }
.contents ul { list-style: none; padding-left: 1.2em; } .contents > ul { padding-left: 0; }
.page-break { break-after: page; }
.page-break + h1, .chapter-hint + h1 { margin-top: .3em; }
.chapter-hint { color: var(--faint); margin-bottom: .4em; }
.meta { border-top: 1px solid var(--line); color: var(--faint); font-size: .85rem; margin-top: 3rem; padding-top: .8rem; }
@media print { body { max-width: none; padding: 0; } }
`;

/** The browser finds symbols in fonts that are not named as well, but not beside a character that no font has. */
const SYMBOLS =
  '"Noto Sans Math", "Noto Sans Symbols 2", "Noto Sans Symbols", "Noto Color Emoji", "Noto Emoji", "Noto Sans Mono"';

/** Styles of PDF files alone. */
export const PRINT_STYLESHEET = `
body { font-family: "Noto Sans", "Noto Sans Arabic", "Noto Sans Devanagari", "Noto Sans SC", "Noto Color Emoji", ${SYMBOLS}, sans-serif; }
pre, code, kbd, samp { font-family: "Noto Sans Mono", ${SYMBOLS}, monospace; }
`;
