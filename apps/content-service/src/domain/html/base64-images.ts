import type { Document } from 'domhandler';
import { elementsOf } from './html-tree';

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

/** Images that were taken out of a text, and the marks that stand in their places until they are stored. */
export interface TakenImages {
  /** Nobody can guess it, so that no text holds such a mark by itself. */
  key: string;
  /** As they were written, each once: data URIs. */
  addresses: string[];
}

/**
 * Takes images out of HTML (content-behaviour §6.7): every `img` with a `data:image` source gets a mark for `storeImages`. Changes the
 * document.
 */
export function takeImages(document: Document, taken: TakenImages): void {
  const marks = marksFor(taken);
  for (const { name, attribs } of elementsOf(document))
    if (name === 'img' && attribs.src !== undefined && DATA_IMAGE.test(attribs.src)) attribs.src = marks(attribs.src);
}

/** The same for Markdown images `![…](data:image/…;base64,…)`; everything else of the text stays as it is. */
export function takeMarkdownImages(markdown: string, taken: TakenImages): string {
  const marks = marksFor(taken);
  let replaced = '';
  let position = 0;
  for (const { 0: address, index } of markdown.matchAll(MARKDOWN_DATA_IMAGE)) {
    if (!endsInImage(markdown.slice(Math.max(position, index - LOOK_BEHIND), index))) continue;
    replaced += markdown.slice(position, index) + marks(address);
    position = index + address.length;
  }
  return replaced + markdown.slice(position);
}

/**
 * Stores taken images one after the other, because stores run inside one transaction; what is not accepted has the address `''`.
 * @param store undefined for a caller who may not create images: all addresses are empty
 * @returns puts the addresses in the places of the marks, each as `print` writes it
 */
export async function storeImages(
  { key, addresses }: TakenImages,
  store: ImageStore | undefined,
): Promise<(text: string, print?: (address: string) => string) => string> {
  const stored: string[] = [];
  for (const address of addresses) {
    const image = decoded(address);
    stored.push(image && store ? await store(image) : '');
  }
  const marks = new RegExp(`${key}-(\\d+)-`, 'g');
  return (text, print = (address) => address) => text.replace(marks, (_mark, number: string) => print(stored[Number(number)] ?? ''));
}

/** A picture that is shown three times is stored once. */
function marksFor({ key, addresses }: TakenImages): (address: string) => string {
  const numbers = new Map(addresses.map((address, number) => [address, number]));
  return (address) => {
    const number = numbers.get(address) ?? addresses.push(address) - 1;
    numbers.set(address, number);
    return `${key}-${number}-`;
  };
}

/** Whether Markdown breaks off inside the address of an image. By searches, because a pattern could be made to take quadratic time. */
function endsInImage(markdown: string): boolean {
  const open = markdown.lastIndexOf('](');
  const image = markdown.lastIndexOf('![', open);
  return open >= 0 && image >= 0 && !markdown.slice(image, open).includes('](') && !markdown.includes(')', open);
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
