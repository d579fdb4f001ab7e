import type { Document } from 'domhandler';
import { elementsOf, parseHtml } from './html-tree';
import { serializeHtml } from './serialize-html';

/** An image that came inside the text. */
export interface InlineImage {
  /** jpg, jpeg, png, gif, webp or avif, as the address claims: whether the bytes are that is for the store to find out. */
  subtype: string;
  bytes: Buffer;
}

/** Keeps an image and gives its address; `''` when it will not (no image, too large). */
export type ImageStore = (image: InlineImage) => Promise<string>;

const SUBTYPES = new Set(['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif']);
const DATA_IMAGE = /data:image/i;
const MARKDOWN_DATA_IMAGE = /data:image\/[^\s)"';,]{1,6};base64,[^\s)"'>]*/gi;
/** How long the description of a Markdown image may be. */
const LOOK_BEHIND = 2000;

/**
 * Moves images out of HTML (content-behaviour §6.7): every `img` with a `data:image` source gets the address that `store` gives, an empty
 * one where the image is not accepted. Returns HTML as stored when anything was replaced, else what was given.
 * @param store undefined for a caller who may not create images: all such sources become empty
 */
export async function replaceBase64Images(html: string, store: ImageStore | undefined): Promise<string> {
  const document = parseHtml(html);
  return (await replaceBase64ImagesIn(document, store)) ? serializeHtml(document) : html;
}

/** `replaceBase64Images` for a parsed document, which it changes. Tells whether there was any. */
export async function replaceBase64ImagesIn(document: Document, store: ImageStore | undefined): Promise<boolean> {
  const images = [...elementsOf(document)].filter(({ name, attribs }) => name === 'img' && DATA_IMAGE.test(attribs.src ?? ''));
  const addressOf = oncePerImage(store);
  for (const { attribs } of images) attribs.src = await addressOf(attribs.src ?? '');
  return images.length > 0;
}

/** The same for Markdown images `![…](data:image/…;base64,…)`; everything else of the text stays as it is. */
export async function replaceBase64ImagesInMarkdown(markdown: string, store: ImageStore | undefined): Promise<string> {
  const addressOf = oncePerImage(store);
  let replaced = '';
  let position = 0;
  for (const { 0: address, index } of markdown.matchAll(MARKDOWN_DATA_IMAGE)) {
    if (!endsInImage(markdown.slice(Math.max(position, index - LOOK_BEHIND), index))) continue;
    replaced += markdown.slice(position, index) + (await addressOf(address));
    position = index + address.length;
  }
  return replaced + markdown.slice(position);
}

/** Whether Markdown breaks off inside the address of an image. By searches, because a pattern could be made to take quadratic time. */
function endsInImage(markdown: string): boolean {
  const open = markdown.lastIndexOf('](');
  const image = markdown.lastIndexOf('![', open);
  return open >= 0 && image >= 0 && !markdown.slice(image, open).includes('](') && !markdown.includes(')', open);
}

/** A picture that is shown three times is stored once. One after the other: stores run inside one transaction. */
function oncePerImage(store: ImageStore | undefined): (address: string) => Promise<string> {
  const addresses = new Map<string, string>();
  return async (dataAddress) => {
    const image = decoded(dataAddress);
    const address = addresses.get(dataAddress) ?? (image && store ? await store(image) : '');
    addresses.set(dataAddress, address);
    return address;
  };
}

function decoded(dataAddress: string): InlineImage | undefined {
  const start = dataAddress.search(DATA_IMAGE);
  const comma = dataAddress.indexOf(',', start);
  const [subtype = '', ...parameters] = dataAddress
    .slice(start + 'data:image/'.length, comma)
    .toLowerCase()
    .split(';');
  if (comma < 0 || !SUBTYPES.has(subtype) || parameters.at(-1) !== 'base64') return undefined;
  const bytes = Buffer.from(dataAddress.slice(comma + 1), 'base64');
  return bytes.length > 0 ? { subtype, bytes } : undefined;
}
