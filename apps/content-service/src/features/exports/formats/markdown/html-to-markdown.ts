import { parseHtml } from '../../../../text/tree/html-tree';
import { BlockWriter } from './blocks';
import { KeptHtml } from './kept-html';

/** Converts HTML to Markdown (content-behaviour §15) that is read as the same text. Elements without a Markdown form stay HTML. */
export function htmlToMarkdown(html: string): string {
  const document = parseHtml(html);
  return new BlockWriter(new KeptHtml(document)).write(document.children).trimEnd();
}
