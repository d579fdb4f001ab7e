import { replaceBase64ImagesIn, replaceBase64ImagesInMarkdown, type ImageStore } from './base64-images';
import { parseHtml } from './html-tree';
import { markdownToHtml } from './markdown';
import { plainTextOf } from './plain-text';
import { assignSectionIds } from './section-ids';
import { serializeHtml } from './serialize-html';

/** A page's body as it is stored. */
export interface PageBody {
  html: string;
  /** Empty unless Markdown was given. */
  markdown: string;
  /** Plain text, includes blank. */
  text: string;
}

/**
 * What a save makes of given content (content-behaviour §6.1, §6.2, §6.5): Markdown that is not empty wins over HTML, HTML clears the
 * Markdown, only empty contents empty the page. Images in the text are stored, sections get ids; nothing is sanitised.
 * @param store see `replaceBase64Images`; undefined when the caller may not create images
 * @returns undefined when neither content is given: the page's content stays as it is
 */
export async function preparePageContent(
  given: { html?: string | undefined; markdown?: string | undefined },
  store: ImageStore | undefined,
): Promise<PageBody | undefined> {
  if (given.html === undefined && given.markdown === undefined) return undefined;
  const markdown = await replaceBase64ImagesInMarkdown(given.markdown ?? '', store);
  const document = parseHtml(markdown ? markdownToHtml(markdown) : (given.html ?? ''));
  await replaceBase64ImagesIn(document, store);
  assignSectionIds(document);
  return { html: serializeHtml(document), markdown, text: plainTextOf(document) };
}
