import type { ExportedChapter, ExportedItem, ExportedPage } from './exported-item';
import type { ExportSource } from './export-source';

/** An item as plain text (content-behaviour §15): names and texts, with an empty line between parts. */
export async function* plainTextOf(item: ExportedItem, source: ExportSource): AsyncGenerator<string> {
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
