import { openImage, publicForm } from '@almanac/images';
import { fileEndingOf, imageTypeOfMedia, mediaOf } from '@almanac/validation';
import { fileTypeFromBuffer } from 'file-type';
import type { Sharp } from 'sharp';
import type { SizeName } from './image.entity';

interface Dimensions {
  width: number;
  height: number;
}

interface RenderSize extends Dimensions {
  name: SizeName;
  /** The image is cropped to the proportions of the size. */
  isCropped: boolean;
}

const THUMBNAIL_EDGE = 150;

/** The box that an image must fit into. */
const BOXES: readonly (readonly [name: SizeName, width: number, height: number])[] = [
  ['medium', 300, 300],
  ['medium_large', 768, Infinity],
  ['large', 1024, 1024],
];

/** The forms to make of an image of these dimensions: only those smaller than the image itself (calendar-behaviour §2.5). */
export function sizesFor({ width, height }: Dimensions): RenderSize[] {
  const sizes: RenderSize[] = [
    {
      name: 'thumbnail',
      width: Math.min(width, THUMBNAIL_EDGE),
      height: Math.min(height, THUMBNAIL_EDGE),
      isCropped: true,
    },
  ];
  for (const [name, boxWidth, boxHeight] of BOXES) {
    const scale = Math.min(boxWidth / width, boxHeight / height);
    sizes.push({ name, width: scaled(width, scale), height: scaled(height, scale), isCropped: false });
  }
  return sizes.filter((size) => size.width < width || size.height < height);
}

const scaled = (length: number, scale: number): number => Math.max(1, Math.round(length * scale));

export interface RenderedFile extends Dimensions {
  mimeType: string;
  /** Ending of the file name, without the dot. */
  ending: string;
  content: Buffer;
}

export interface RenderedImage extends RenderedFile {
  sizes: ReadonlyMap<SizeName, RenderedFile>;
}

/** The bytes are no image that can be stored. The message is for logs. */
export class NoImageError extends Error {
  override readonly name = 'NoImageError';
}

/**
 * Determines the type from the bytes, not from names or headers. Removes EXIF, GPS and similar data, because images are public. Turns the image upright
 * and makes its smaller forms.
 * @throws NoImageError for bytes that are no PNG, JPEG, GIF, WebP or AVIF, cannot be decoded, or decode to an image that is too large
 */
export async function renderImage(original: Buffer): Promise<RenderedImage> {
  const { mimeType, ending } = await typeOf(original);
  try {
    const content = await publicForm(original);
    const dimensions = await dimensionsOf(content);
    const sizesToRender = sizesFor(dimensions);
    // A tiny image has no smaller forms, so decode it here to prove that it can be decoded.
    if (sizesToRender.length === 0) await openImage(content).resize(1, 1).toBuffer();
    const sizes = new Map<SizeName, RenderedFile>();
    for (const size of sizesToRender) sizes.set(size.name, await render(content, size, { mimeType, ending }));
    return { mimeType, ending, ...dimensions, content, sizes };
  } catch (failure) {
    throw new NoImageError(failure instanceof Error ? failure.message : String(failure), { cause: failure });
  }
}

type Type = Pick<RenderedFile, 'mimeType' | 'ending'>;

async function typeOf(content: Buffer): Promise<Type> {
  const found = await fileTypeFromBuffer(content);
  // An animated PNG counts as PNG: readers without animation show its first frame.
  const type = imageTypeOfMedia(found?.mime);
  if (type === undefined) throw new NoImageError(`it is ${found?.mime ?? 'nothing known'}`);
  return { mimeType: mediaOf(type), ending: fileEndingOf(type) };
}

async function dimensionsOf(content: Buffer): Promise<Dimensions> {
  const { autoOrient } = await openImage(content).metadata();
  return { width: autoOrient.width, height: autoOrient.height };
}

async function render(content: Buffer, { width, height, isCropped }: RenderSize, type: Type): Promise<RenderedFile> {
  const resized = openImage(content)
    .autoOrient()
    .resize({ width, height, fit: isCropped ? 'cover' : 'fill' });
  const form = formOf(type);
  return { ...form, width, height, content: await inForm(resized, form).toBuffer() };
}

/** AVIF takes seconds to encode; every browser that shows AVIF shows WebP. */
const formOf = (type: Type): Type =>
  type.mimeType === 'image/avif' ? { mimeType: 'image/webp', ending: 'webp' } : type;

const inForm = (image: Sharp, { mimeType }: Type): Sharp => (mimeType === 'image/webp' ? image.webp() : image);
