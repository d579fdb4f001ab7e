import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** A small file can claim to be a huge image; past this many pixels it is not decoded. */
const MAX_PIXELS = 50_000_000;

// SVG is a document that can load others, not a picture.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/**
 * Opens an image as browsers do: one that is cut off is shown as far as it goes. Its number of pixels stays limited.
 * @param source a file, or its bytes
 */
export const openImage = (source: string | Buffer, options: Pick<SharpOptions, 'animated'> = {}): Sharp =>
  sharp(source, { ...options, limitInputPixels: MAX_PIXELS, failOn: 'none' });
