import { type FieldMessages } from '@almanac/errors';
import {
  emptyDataImages,
  type ImageStore,
  printMarkdownAddress,
  storeImages,
  extractImages,
  type ExtractedImages,
  extractMarkdownImages,
} from './base64-images';
import { parseWithDepth } from '../tree/html-tree';
import { countIncludeTags, MAX_INCLUDES } from '../includes/include-tags';
import { markdownToHtml, MAX_MARKDOWN_DEPTH } from '../formats/markdown';
import { plainTextOf } from '../formats/plain-text';
import { assignSectionIds } from './section-ids';
import { printAddress, serializeStored } from '../tree/serialize-html';
import { MAX_DEPTH } from '../tree/html-elements';

/** The largest number of characters of a page, without the images inside it. */
const MAX_TEXT = 2_000_000;

/** A page's body as it is stored. */
export interface PageBody {
  html: string;
  /** Empty unless Markdown was given. */
  markdown: string;
  /** Plain text without include tags. */
  text: string;
}

/** A body whose images are not stored yet. */
export interface ParsedPage {
  body: PageBody;
  images: ExtractedImages;
  /** Validation errors for callers who save the page. Texts that exist already are accepted as they are. */
  faults: FieldMessages;
}

export interface TextInput {
  html?: string | undefined;
  markdown?: string | undefined;
}

/**
 * Prepares the content of a save (content-behaviour §6.1, §6.2, §6.5), without storing its images. Markdown that is not empty wins
 * over HTML, HTML clears the Markdown, only empty contents empty the page. Sections get ids; nothing is sanitised.
 * @param key see `ExtractedImages`
 * @returns undefined when neither content is given: the page's content stays as it is
 */
export function parsePageContent(input: TextInput, key: string): ParsedPage | undefined {
  if (input.html === undefined && input.markdown === undefined) return undefined;
  const images: ExtractedImages = { key, addresses: [] };
  const { markdown, rendered } = input.markdown
    ? extractMarkdownImages(input.markdown, markdownToHtml, images)
    : { markdown: '', rendered: { html: input.html ?? '', isTooDeep: false } };
  const { document, isFlattened, isTangled } = parseWithDepth(rendered.html);
  if (markdown) emptyDataImages(document);
  else extractImages(document, images);
  assignSectionIds(document);
  const body = { html: serializeStored(document), markdown, text: plainTextOf(document) };
  const field = markdown ? 'markdown' : 'html';
  const messages = [
    ...(body[field].length > MAX_TEXT ? [`The ${field} may not be greater than ${MAX_TEXT} characters.`] : []),
    ...(rendered.isTooDeep
      ? [`The ${field} may not have lists and quotes nested deeper than ${MAX_MARKDOWN_DEPTH} levels.`]
      : []),
    ...(isFlattened ? [`The ${field} may not be nested deeper than ${MAX_DEPTH} levels of HTML.`] : []),
    ...(isTangled ? [`The ${field} has too many tags that overlap.`] : []),
    ...(countIncludeTags(document) > MAX_INCLUDES
      ? [`The ${field} may not have more than ${MAX_INCLUDES} include tags.`]
      : []),
  ];
  return {
    body,
    images,
    faults: messages.length > 0 ? { [field]: messages } : {},
  };
}

/** Stores the images of a parsed page and returns its body with their addresses. @param store see `storeImages` */
export async function withStoredImages({ body, images }: ParsedPage, store: ImageStore | undefined): Promise<PageBody> {
  if (images.addresses.length === 0) return body;
  const fillIn = await storeImages(images, store);
  return {
    html: fillIn(body.html, printAddress),
    markdown: fillIn(body.markdown, printMarkdownAddress),
    text: body.text,
  };
}
