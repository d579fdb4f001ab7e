import { INVALID_DATA, Problem } from '@almanac/errors';
import { boundedImageWork, openImage } from '@almanac/images';
import type { Sharp } from 'sharp';
import { DISPLAY_WIDTH, GALLERY_EDGE } from './image-paths';

/** At high effort, encoding AVIF takes seconds per megapixel; this effort takes a fraction of that time. */
const AVIF_EFFORT = 1;
/** Almost no visible difference to the original. */
const WEBP_QUALITY = 90;

/** The image, turned upright, without metadata, scaled down to fit a square of `edge` pixels; its format stays. */
export function scaledToFit(image: string | Buffer, edge: number): Promise<Buffer> {
  const scaled = () =>
    openImage(image, { animated: true })
      .autoOrient()
      .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true });
  return boundedImageWork(() => scaled().toBuffer());
}

/** The image as WebP, turned upright, without metadata. Of an animation only the first frame. */
export const asWebp = (image: Buffer): Promise<Buffer> =>
  openImage(image).autoOrient().webp({ quality: WEBP_QUALITY }).toBuffer();

export interface Thumbnails {
  gallery: Buffer;
  /** Absent for an animation, which is shown unscaled. */
  display: Buffer | undefined;
}

/**
 * The small forms of an image, in its own format. No image is enlarged for display.
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
  return {
    gallery,
    display: await inFormat(open().autoOrient().resize({ width: DISPLAY_WIDTH, withoutEnlargement: true })),
  };
}

/** For `catch`: refuses a file that cannot be decoded, or is too large once decoded. @throws Problem 422, or the caught Problem */
export function refuseImage(cause: unknown): never {
  if (cause instanceof Problem) throw cause;
  const fields = { image: ['The image must be a file of type: jpeg, png, gif, webp, avif.'] };
  throw new Problem(422, INVALID_DATA, { fields, cause });
}
