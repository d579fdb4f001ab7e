import { Slots } from '@almanac/rate-limit';
import sharp, { type Sharp, type SharpOptions } from 'sharp';

/** A small file can claim to be a huge image; larger ones are not decoded. */
export const MAX_MEGAPIXELS = 50;

/** The message of libvips for an image with more pixels. */
const TOO_LARGE = /exceeds pixel limit/i;

// SVG documents can load other files.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/**
 * Opens an image with a limit of its pixels. A truncated image is decoded as far as possible, as in browsers.
 * @param source a file, or its bytes
 */
export const openImage = (source: string | Buffer, options: Pick<SharpOptions, 'animated'> = {}): Sharp =>
  sharp(source, { ...options, limitInputPixels: MAX_MEGAPIXELS * 1_000_000, failOn: 'none' });

/** Whether an image could not be opened because it has too many pixels. */
export const isTooLarge = (failure: unknown): boolean => failure instanceof Error && TOO_LARGE.test(failure.message);

/** Decoding takes ten times the memory of a file. */
const AT_ONCE = 2;
const MAX_WAITING = 50;

const slots = new Slots(AT_ONCE, MAX_WAITING, 'Too many images are being worked on at this moment.');

/** Runs `work`, at most two at a time in this process. @throws Problem 503 when the queue is full */
export async function boundedImageWork<T>(work: () => Promise<T>): Promise<T> {
  const giveBack = await slots.take();
  try {
    return await work();
  } finally {
    giveBack();
  }
}
