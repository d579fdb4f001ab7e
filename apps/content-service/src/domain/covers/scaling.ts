import sharp from 'sharp';

/** A small file can claim to be a huge image; past this many pixels it is not decoded. */
const MOST_PIXELS = 50_000_000;

// SVG is a document that can load others, not a picture.
sharp.block({ operation: ['VipsForeignLoadSvg'] });

/** The image, turned upright, without metadata, scaled down to fit a square of `edge` pixels; its format stays. */
export function scaledToFit(file: string, edge: number): Promise<Buffer> {
  return sharp(file, { limitInputPixels: MOST_PIXELS, animated: true })
    .autoOrient()
    .resize({ width: edge, height: edge, fit: 'inside', withoutEnlargement: true })
    .toBuffer();
}
