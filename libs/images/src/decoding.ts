import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** A small file can claim to be a huge image; larger ones are not decoded. */
const MAX_PIXELS = 50_000_000;

// SVG documents can load other files.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/**
 * Opens an image with a limit of its pixels. A truncated image is decoded as far as possible, as in browsers.
 * @param source a file, or its bytes
 */
export const openImage = (source: string | Buffer, options: Pick<SharpOptions, 'animated'> = {}): Sharp =>
  sharp(source, { ...options, limitInputPixels: MAX_PIXELS, failOn: 'none' });
