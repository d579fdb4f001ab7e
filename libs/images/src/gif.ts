const HEADER_BYTES = 13;
const HAS_COLOURS = 0x80;
const COLOURS_SIZE = 0x07;
const [PICTURE, EXTENSION] = [0x2c, 0x21];
const [COMMENT, APPLICATION] = [0xfe, 0xff];
const PICTURE_BYTES = 10;
const END = Buffer.from([0x3b]);
/** Application extensions for repeated animations and for colour profiles. */
const KEPT_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A GIF without comments, XMP, other programs' extensions and bytes after its end. Frames and delays are unchanged. */
export function plainGif(image: Buffer): Buffer {
  let position = HEADER_BYTES + colourBytes(image[10] ?? 0);
  const kept = [image.subarray(0, position)];
  while (position < image.length && (image[position] === PICTURE || image[position] === EXTENSION)) {
    const end = endOfBlock(image, position);
    if (isKept(image, position)) kept.push(image.subarray(position, end));
    position = end;
  }
  return Buffer.concat([...kept, END]);
}

const colourBytes = (flags: number): number =>
  (flags & HAS_COLOURS) === 0 ? 0 : 3 * 2 ** ((flags & COLOURS_SIZE) + 1);

function isKept(image: Buffer, start: number): boolean {
  const kind = image[start + 1];
  if (image[start] === PICTURE || (kind !== COMMENT && kind !== APPLICATION)) return true;
  return kind === APPLICATION && KEPT_APPLICATIONS.includes(image.toString('latin1', start + 3, start + 14));
}

/** The position after the block's last sub-block, which is empty. */
function endOfBlock(image: Buffer, start: number): number {
  // A local colour table and one byte (the LZW code size) come before the sub-blocks of a frame.
  let position = image[start] === PICTURE ? start + PICTURE_BYTES + colourBytes(image[start + 9] ?? 0) + 1 : start + 2;
  for (let size = image[position]; size !== undefined && size > 0; size = image[position]) position += size + 1;
  return Math.min(position + 1, image.length);
}
