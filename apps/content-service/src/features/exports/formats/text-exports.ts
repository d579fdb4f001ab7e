import type {
  ExportedBook,
  ExportedChapter,
  ExportedItem,
  ExportedPage,
  ExportSource,
  ExportedBody,
} from './exported-item';

/**
 * An item as Markdown (content-behaviour §15): every name is a heading of the first level. Pages written in Markdown are exported verbatim.
 * HTML is converted as stored; include tags are resolved only in pages directly in a book.
 */
export async function* markdownOfItem(item: ExportedItem, source: ExportSource): AsyncGenerator<string> {
  if (item.type === 'page') yield await pageMarkdown(item, source);
  else yield* withoutOuterSpace(item.type === 'chapter' ? chapterMarkdown(item, source) : bookMarkdown(item, source));
}

async function* bookMarkdown(book: ExportedBook, source: ExportSource): AsyncGenerator<string> {
  yield await heading(book, source);
  for (const child of book.children) {
    if (child.type === 'page') yield await pageMarkdown(child, source, (body) => source.render(body.html));
    else yield* withoutOuterSpace(chapterMarkdown(child, source));
    yield '\n\n';
  }
}

async function* chapterMarkdown(chapter: ExportedChapter, source: ExportSource): AsyncGenerator<string> {
  yield await heading(chapter, source);
  for (const page of chapter.pages) yield `${await pageMarkdown(page, source)}\n\n`;
}

async function heading(
  { name, descriptionHtml: html }: ExportedBook | ExportedChapter,
  source: ExportSource,
): Promise<string> {
  const description = await source.toMarkdown(html);
  return `# ${name}\n\n${description && `${description}\n\n`}`;
}

type HtmlOf = (body: ExportedBody) => string | Promise<string>;

async function pageMarkdown(
  page: ExportedPage,
  source: ExportSource,
  htmlOf: HtmlOf = ({ html }) => html,
): Promise<string> {
  const body = await source.bodyOf(page);
  if (!body) return `# ${page.name}`;
  return `# ${page.name}\n\n${body.markdown || (await source.toMarkdown(await htmlOf(body)))}`;
}

/** Trims a text that arrives in pieces. */
async function* withoutOuterSpace(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let started = false;
  let trailingSpace = '';
  for await (const piece of pieces) {
    const text: string = started ? trailingSpace + piece : piece.trimStart();
    const trimmed = text.trimEnd();
    trailingSpace = text.slice(trimmed.length);
    started ||= trimmed !== '';
    if (trimmed) yield trimmed;
  }
}

/** An item as plain text (content-behaviour §15): names and texts, with an empty line between parts. */
export async function* plainTextOfItem(item: ExportedItem, source: ExportSource): AsyncGenerator<string> {
  if (item.type === 'page') yield `${item.name}\n\n${await textOf(item, source)}`;
  else if (item.type === 'chapter') yield* chapterText(item, source);
  else {
    yield `${`${item.name}\n${item.description}`.trimEnd()}\n\n`;
    for (const [place, child] of item.children.entries()) {
      if (place > 0) yield '\n\n';
      if (child.type === 'chapter') yield* chapterText(child, source);
      else yield `${child.name}\n${await textOf(child, source)}`;
    }
  }
}

async function* chapterText(chapter: ExportedChapter, source: ExportSource): AsyncGenerator<string> {
  yield `${`${chapter.name}\n${chapter.description}`.trim()}\n\n`;
  for (const [place, page] of chapter.pages.entries())
    yield `${place > 0 ? '\n\n' : ''}${page.name}\n${await textOf(page, source)}`;
}

async function textOf(page: ExportedPage, source: ExportSource): Promise<string> {
  const body = await source.bodyOf(page);
  return body ? source.toPlainText(await source.render(body.html)) : '';
}
