import { INVALID_DATA, Problem } from '@almanac/errors';
import { boundedImageWork, openImage } from '@almanac/images';
import type { Sharp } from 'sharp';
import { DISPLAY_WIDTH, GALLERY_EDGE } from './image-paths';

/** AVIF takes seconds per megapixel when it is to be as small as possible; this is a fraction of it. */
const AVIF_EFFORT = 1;
/** Hardly told from the original by looking at it. */
const WEBP_QUALITY = 90;

/** The image, turned upright, without metadata, scaled down to fit a square of `edge` pixels; its format stays. */
export function scaledToFit(image: string | Buffer, edge: number): Promise<Buffer> {
  const scaled = () =>
    openImage(image, { animated: true }).autoOrient().resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  return boundedImageWork(() => scaled().toBuffer());
}

/** The image, turned upright, without metadata, in a format that everybody reads. An animation becomes its first picture. */
export const asWebp = (image: Buffer): Promise<Buffer> => openImage(image).autoOrient().webp({ quality: WEBP_QUALITY }).toBuffer();

export interface Thumbnails {
  gallery: Buffer;
  /** Absent for an image that is shown as it is. */
  display: Buffer | undefined;
}

/**
 * The small forms of an image, in its own format. No image is enlarged for display.
 * @param moves an animation has no scaled form
 */
export const renderThumbnails = (source: Buffer, moves: boolean): Promise<Thumbnails> => boundedImageWork(() => render(source, moves));

async function render(source: Buffer, moves: boolean): Promise<Thumbnails> {
  const open = () => openImage(source);
  const { format } = await open().metadata();
  const inFormat = (image: Sharp) => (format === 'heif' ? image.avif({ effort: AVIF_EFFORT }) : image).toBuffer();
  const gallery = await inFormat(open().autoOrient().resize(GALLERY_EDGE, GALLERY_EDGE, { fit: 'cover' }));
  if (moves) return { gallery, display: undefined };
  return { gallery, display: await inFormat(open().autoOrient().resize({ width: DISPLAY_WIDTH, withoutEnlargement: true })) };
}

/** For `catch`: what cannot be decoded, or is too large once it is, is no image. @throws Problem 422, or the one that was caught */
export function refuseImage(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  const fields = { image: ['The image must be a file of type: jpeg, png, gif, webp, avif.'] };
  throw new Problem(422, INVALID_DATA, { fields, cause });
}
