import { fileEndingOf, imageTypeOfEnding, imageTypeOfMedia } from '@almanac/validation';
import type { Document } from 'domhandler';
import { elementsOf, parseHtml } from '../tree/html-tree';

/** An image that is embedded in a text as a data URI. */
export interface InlineImage {
  /** Of a supported image type, as the address claims: `png`, `jpg`. The store must check the bytes. */
  subtype: string;
  bytes: Buffer;
}

/** Stores an image and returns its address, or `''` when it refuses the bytes (not an image, too large). */
export type ImageStore = (image: InlineImage) => Promise<string>;

const DATA_IMAGE = /data:image/i;
/** Characters around a mark that decide how an address is written. */
const CONTEXT = 10;
/**
 * Data URIs in Markdown: the whole value of a quoted `src`, else only characters without a meaning in Markdown. They look the same in its
 * HTML, and a mark in their place does not change how the text is parsed.
 */
const MARKDOWN_DATA_IMAGE =
  /(?<=\bsrc=")data:image[^"'&<\\`*]*(?=")|(?<=\bsrc=')data:image[^"'&<\\`*]*(?=')|data:image(?:[a-z0-9/+.;,=%:-]|_+(?=[a-z0-9]))*/gi;

/** Images that were extracted from a text. Marks stand in their places until they are stored. */
export interface ExtractedImages {
  /** Unguessable, so that no author can write such a mark. */
  key: string;
  /** The data URIs as written, each once. */
  addresses: string[];
}

/**
 * Extracts images from HTML (content-behaviour §6.7): replaces every `data:image` source of an `img` by a mark for `storeImages`. Changes the
 * document.
 */
export function extractImages(document: Document, extracted: ExtractedImages): void {
  const marks = marksFor(extracted);
  for (const attribs of imageAttributes(document))
    if (attribs.src !== undefined && DATA_IMAGE.test(attribs.src)) attribs.src = marks(attribs.src);
}

/**
 * Renders Markdown and extracts images from both texts. Every data URI in the `src` of an `img` becomes a mark for `storeImages`.
 * Extracts an image only if its address appears literally in the Markdown; otherwise each save would store it again.
 * @returns the Markdown with marks, and `rendered` with the HTML that belongs to it
 */
export function extractMarkdownImages<T extends { html: string }>(
  markdown: string,
  render: (markdown: string) => T,
  extracted: ExtractedImages,
) {
  const addresses: string[] = [];
  // The mark is a `data:` address itself, so it is valid wherever an address is. In `<…>`, other text would become an element.
  const marked = markdown.replace(
    MARKDOWN_DATA_IMAGE,
    (address) => `data:${extracted.key}:${addresses.push(address) - 1}`,
  );
  const rendered = render(marked);
  if (addresses.length === 0) return { markdown, rendered };
  const marks = marksFor(extracted);
  const replacements = [...addresses];
  const mark = new RegExp(`data:${extracted.key}:(\\d+)`, 'g');
  for (const { src } of imageAttributes(parseHtml(rendered.html))) {
    const [whole, number] = [...(src?.matchAll(mark) ?? [])][0] ?? [];
    const address = addresses[Number(number)];
    if (address !== undefined && src?.trimStart() === whole) replacements[Number(number)] = marks(address);
  }
  const replaceMarks = (text: string) =>
    text.replace(mark, (_mark, number: string) => replacements[Number(number)] ?? '');
  return { markdown: replaceMarks(marked), rendered: { ...rendered, html: replaceMarks(rendered.html) } };
}

/** Empties `data:image` sources that `extractMarkdownImages` did not find in the Markdown. Changes the document. */
export function emptyDataImages(document: Document): void {
  for (const attribs of imageAttributes(document)) if (DATA_IMAGE.test(attribs.src ?? '')) attribs.src = '';
}

/**
 * Stores extracted images one after the other, because they share one transaction. Refused images get the address `''`.
 * @param store undefined for a caller who may not create images: all addresses are then empty
 * @returns a function that replaces marks by addresses; `print` formats each address for the characters before and after it
 */
export async function storeImages(
  { key, addresses }: ExtractedImages,
  store: ImageStore | undefined,
): Promise<(text: string, print: (address: string, before: string, after: string) => string) => string> {
  const stored: string[] = [];
  for (const address of addresses) {
    const image = decoded(address);
    stored.push(image && store ? await store(image) : '');
  }
  const marks = new RegExp(`${key}-(\\d+)-`, 'g');
  return (text, print) =>
    text.replace(marks, (mark, number: string, start: number) => {
      const end = start + mark.length;
      return print(
        stored[Number(number)] ?? '',
        text.slice(Math.max(0, start - CONTEXT), start),
        text.slice(end, end + CONTEXT),
      );
    });
}

/** An address as Markdown. An empty one needs delimiters before a title, in a link reference and in an unquoted attribute. */
export function printMarkdownAddress(address: string, before: string, after: string): string {
  if (address) return address;
  if (/=\s*$/.test(before)) return '""';
  return /\]:\s*$/.test(before) || (/\(\s*$/.test(before) && /^\s/.test(after)) ? '<>' : '';
}

function imageAttributes(document: Document): Record<string, string | undefined>[] {
  return [...elementsOf(document)].filter(({ name }) => name === 'img').map(({ attribs }) => attribs);
}

/** Equal addresses get the same mark, so that their image is stored once. */
function marksFor({ key, addresses }: ExtractedImages): (address: string) => string {
  const numbers = new Map(addresses.map((address, number) => [address, number]));
  return (address) => {
    const number = numbers.get(address) ?? addresses.push(address) - 1;
    numbers.set(address, number);
    return `${key}-${number}-`;
  };
}

function decoded(dataAddress: string): InlineImage | undefined {
  const start = dataAddress.search(DATA_IMAGE);
  const comma = dataAddress.indexOf(',', start);
  const [subtype = '', ...parameters] = dataAddress
    .slice(start + 'data:image/'.length, comma)
    .toLowerCase()
    .split(';');
  const ending = endingFor(subtype);
  if (comma < 0 || ending === undefined || parameters.at(-1) !== 'base64') return undefined;
  const bytes = Buffer.from(dataAddress.slice(comma + 1), 'base64');
  return bytes.length > 0 ? { subtype: ending, bytes } : undefined;
}

/** `jpg` and `jpeg` stay as they are; `x-png` is stored as `png`. */
function endingFor(subtype: string): string | undefined {
  if (imageTypeOfEnding(subtype)) return subtype;
  const type = imageTypeOfMedia(`image/${subtype}`);
  return type && fileEndingOf(type);
}
