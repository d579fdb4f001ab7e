import sharp, { type Sharp } from 'sharp';
import { INVALID_DATA, Problem } from '@almanac/errors';
import { DISPLAY_WIDTH, GALLERY_EDGE } from './image-paths';

/** A small file can claim to be a huge image; past this many pixels it is not decoded. */
const MOST_PIXELS = 50_000_000;
/** AVIF takes seconds per megapixel when it is to be as small as possible; this is a fraction of it. */
const AVIF_EFFORT = 1;
/** Hardly told from the original by looking at it. */
const WEBP_QUALITY = 90;

// SVG is a document that can load others, not a picture.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/** The image, turned upright, without metadata, scaled down to fit a square of `edge` pixels; its format stays. */
export function scaledToFit(image: string | Buffer, edge: number): Promise<Buffer> {
  return sharp(image, { limitInputPixels: MOST_PIXELS, animated: true })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .toBuffer();
}

/** The image, turned upright, without metadata, in a format that everybody reads. An animation becomes its first picture. */
export const asWebp = (image: Buffer): Promise<Buffer> =>
  sharp(image, { limitInputPixels: MOST_PIXELS }).autoOrient().webp({ quality: WEBP_QUALITY }).toBuffer();

export interface Thumbnails {
  gallery: Buffer;
  /** Absent for an image that is shown as it is. */
  display: Buffer | undefined;
}

/**
 * The small forms of an image, in its own format. No image is enlarged for display.
 * @param source a file, or its bytes
 * @param moves an animation has no scaled form
 */
export async function renderThumbnails(source: string | Buffer, moves: boolean): Promise<Thumbnails> {
  const open = () => sharp(source, { limitInputPixels: MOST_PIXELS });
  const { format } = await open().metadata();
  const render = (image: Sharp) => (format === 'heif' ? image.avif({ effort: AVIF_EFFORT }) : image).toBuffer();
  const gallery = await render(open().autoOrient().resize(GALLERY_EDGE, GALLERY_EDGE, { fit: 'cover' }));
  if (moves) return { gallery, display: undefined };
  return { gallery, display: await render(open().autoOrient().resize({ width: DISPLAY_WIDTH, withoutEnlargement: true })) };
}

/** For `catch`: what cannot be decoded, or is too large once it is, is no image. @throws Problem 422 */
export function refuseImage(cause: unknown): never {
  const fields = { image: ['The image must be a file of type: jpeg, png, gif, webp, avif.'] };
  throw new Problem(422, INVALID_DATA, { fields, cause });
}
