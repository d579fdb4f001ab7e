import type { Metadata } from 'sharp';
import { plainAvif } from './avif';
import { openImage } from './decoding';
import { isAnimatedPng, plainGif, plainJpeg, plainPng, plainWebp } from './plain-images';

/** Visually the same as the original, and half as large as at 95. */
const QUALITY = 92;
const UPRIGHT = 1;

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif';

const PLAIN: Record<Format, (image: Buffer) => Buffer> = {
  jpeg: plainJpeg,
  png: plainPng,
  gif: plainGif,
  webp: plainWebp,
  avif: plainAvif,
};

/**
 * Removes metadata that reveals place, time and author of an image: EXIF, GPS, XMP, IPTC and comments. Colour profiles, animations
 * and drawings stay. Only an image with an EXIF orientation is encoded again, because it is rotated first.
 * @returns the same bytes when there was nothing to remove, or the format is unknown
 */
export async function publicForm(image: Buffer): Promise<Buffer> {
  const format = formatOf(image);
  if (format === undefined) return image;
  const plain = PLAIN[format](await upright(image, format));
  return plain.equals(image) ? image : plain;
}

function formatOf(image: Buffer): Format | undefined {
  const text = (start: number, end: number) => image.toString('latin1', start, end);
  if (text(0, 2) === '\xff\xd8') return 'jpeg';
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'png';
  if (text(0, 4) === 'GIF8') return 'gif';
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'webp';
  return text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12)) ? 'avif' : undefined;
}

/** Applies the EXIF orientation. Animations and images that cannot be decoded are returned unchanged. */
async function upright(image: Buffer, format: Format): Promise<Buffer> {
  if (format === 'gif' || format === 'avif' || (format === 'png' && isAnimatedPng(image))) return image;
  try {
    const metadata = await openImage(image).metadata();
    if ((metadata.orientation ?? UPRIGHT) === UPRIGHT || (metadata.pages ?? 1) > 1) return image;
    return await turned(image, format, metadata);
  } catch {
    return image;
  }
}

function turned(
  image: Buffer,
  format: 'jpeg' | 'png' | 'webp',
  { space, chromaSubsampling }: Metadata,
): Promise<Buffer> {
  const picture = openImage(image).autoOrient();
  // The output is RGB, for which a CMYK profile is wrong.
  const coloured = space === 'cmyk' ? picture : picture.keepIccProfile();
  if (format === 'png') return coloured.png().toBuffer();
  if (format === 'webp') return coloured.webp({ quality: QUALITY }).toBuffer();
  return coloured
    .jpeg({ quality: QUALITY, chromaSubsampling: chromaSubsampling === '4:4:4' ? '4:4:4' : '4:2:0' })
    .toBuffer();
}
