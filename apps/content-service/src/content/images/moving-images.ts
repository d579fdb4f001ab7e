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
