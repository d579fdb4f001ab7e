import { readFile } from 'node:fs/promises';
import { INVALID_DATA, Problem } from '@almanac/errors';
import { boundedImageWork, isTooLarge, MAX_MEGAPIXELS, openImage, publicForm } from '@almanac/images';
import { IMAGE_TYPES } from '@almanac/validation';
import type { Sharp } from 'sharp';
import { DISPLAY_WIDTH, GALLERY_EDGE } from '../files/image-paths';

/** At high effort, encoding AVIF takes seconds per megapixel; this effort takes a fraction of that time. */
const AVIF_EFFORT = 1;
/** Almost no visible difference to the original. */
const WEBP_QUALITY = 90;

/** The image, turned upright, without metadata, scaled down to fit a square of `edge` pixels if that makes it smaller; its format stays. */
export function scaledToFit(image: string | Buffer, edge: number): Promise<Buffer> {
  return boundedImageWork(async () => {
    const scaled = await openImage(image, { animated: true })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
      .toBuffer();
    return smallerOf(scaled, await publicForm(typeof image === 'string' ? await readFile(image) : image));
  });
}

/** Encoding anew can make a file larger: one with few colours, or of low quality. Then people load the file itself (as in the reference). */
const smallerOf = (scaled: Buffer, file: Buffer): Buffer => (scaled.length < file.length ? scaled : file);

/** The image as WebP, turned upright, without metadata. Of an animation only the first frame. */
export const asWebp = (image: Buffer): Promise<Buffer> =>
  openImage(image).autoOrient().webp({ quality: WEBP_QUALITY }).toBuffer();

export interface Thumbnails {
  gallery: Buffer;
  /** Absent for an animation, which is shown unscaled. */
  display: Buffer | undefined;
}

/**
 * The small forms of an image, in its own format. None has more pixels or bytes for display than the image.
 * @param source the image as it is stored, without metadata
 * @param moves true for an animation, which gets no scaled form
 */
export const renderThumbnails = (source: Buffer, moves: boolean): Promise<Thumbnails> =>
  boundedImageWork(() => render(source, moves));

async function render(source: Buffer, moves: boolean): Promise<Thumbnails> {
  const open = () => openImage(source);
  const { format } = await open().metadata();
  const inFormat = (image: Sharp) => (format === 'heif' ? image.avif({ effort: AVIF_EFFORT }) : image).toBuffer();
  const gallery = await inFormat(open().autoOrient().resize(GALLERY_EDGE, GALLERY_EDGE, { fit: 'cover' }));
  if (moves) return { gallery, display: undefined };
  const scaled = await inFormat(open().autoOrient().resize({ width: DISPLAY_WIDTH, withoutEnlargement: true }));
  return { gallery, display: smallerOf(scaled, source) };
}

/** For `catch`: refuses a file that cannot be decoded, or is too large once decoded. @throws Problem 422, or the caught Problem */
export function refuseImage(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  const text = isTooLarge(cause)
    ? `The image may not have more than ${MAX_MEGAPIXELS} megapixels.`
    : `The image must be a file of type: ${IMAGE_TYPES.join(', ')}.`;
  const fields = { image: [text] };
  throw new Problem(422, INVALID_DATA, { fields, cause });
}

/** The number of bytes at the start of a file that `isMoving` needs. */
export const HEAD_BYTES = 4096;

const WEBP_ANIMATION = 0x02;

/**
 * Whether an image counts as animated: any GIF with the extension of one, and PNG, WebP and AVIF whose first bytes announce more than one
 * frame. Scaling would keep only one frame (content-behaviour §14).
 */
export function isMoving(head: Buffer, extension: string): boolean {
  const text = (start: number, end: number) => head.toString('latin1', start, end);
  if (text(0, 4) === 'GIF8') return extension === 'gif';
  if (text(8, 12) === 'WEBP') return text(12, 16) === 'VP8X' && ((head[20] ?? 0) & WEBP_ANIMATION) !== 0;
  if (text(4, 8) === 'ftyp') return text(8, 12) === 'avis';
  // In an animated PNG, the animation chunk comes before the first image data.
  const announced = head.indexOf('acTL');
  const picture = head.indexOf('IDAT');
  return text(1, 4) === 'PNG' && announced >= 0 && (picture < 0 || announced < picture);
}
