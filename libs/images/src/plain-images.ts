const JPEG_START = Buffer.from([0xff, 0xd8]);
const JPEG_END = Buffer.from([0xff, 0xd9]);
const [FIRST_APP, JFIF, ICC, ADOBE, LAST_APP] = [0xe0, 0xe0, 0xe2, 0xee, 0xef];
const JPEG_COMMENT = 0xfe;
const SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const MARKER_BYTES = 2;
const LENGTH_BYTES = 2;

/**
 * A JPEG without EXIF, XMP, IPTC, comments, previews and bytes after its end. Image data and colour profile are unchanged.
 * A missing end marker is added.
 */
export function plainJpeg(image: Buffer): Buffer {
  const output: Buffer[] = [JPEG_START];
  let position = JPEG_START.length;
  for (;;) {
    // Any number of fill bytes 0xff may precede a marker.
    while (image[position] === 0xff && image[position + 1] === 0xff) position += 1;
    const marker = image[position] === 0xff ? image[position + 1] : undefined;
    if (marker === undefined || marker === END_OF_IMAGE || position + MARKER_BYTES + LENGTH_BYTES > image.length) break;
    const end = position + MARKER_BYTES + Math.max(LENGTH_BYTES, image.readUInt16BE(position + MARKER_BYTES));
    const next = marker === SCAN ? endOfScan(image, end) : end;
    if (isPicture(marker, image.subarray(position + MARKER_BYTES + LENGTH_BYTES, end)))
      output.push(image.subarray(position, next));
    position = next;
  }
  return Buffer.concat([...output, JPEG_END]);
}

function isPicture(marker: number, content: Buffer): boolean {
  if (marker === JPEG_COMMENT) return false;
  if (marker < FIRST_APP || marker > LAST_APP) return true;
  const says = (text: string) => content.toString('latin1', 0, text.length) === text;
  return (
    (marker === JFIF && says('JFIF\0')) ||
    (marker === ICC && says('ICC_PROFILE\0')) ||
    (marker === ADOBE && says('Adobe'))
  );
}

/** The position of the next marker after a scan. Inside a scan, 0xff before 0 (byte stuffing) or a restart number is no such marker. */
function endOfScan(image: Buffer, start: number): number {
  for (let at = image.indexOf(0xff, start); at >= 0; at = image.indexOf(0xff, at + 1)) {
    const next = image[at + 1];
    if (next === undefined) return at;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return image.length;
}

const PNG_SIGNATURE_BYTES = 8;
/** A chunk is its length and name, the data and a checksum. */
const PNG_CHUNK_BYTES = 8;
const PNG_SUM_BYTES = 4;

/** Chunks of image data, animation and colours. */
const PNG_ALLOWED = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** The drawing itself, which the drawing editor (draw.io) stores in a text chunk. */
const DRAWING = /^mx(?:file|GraphModel)\0/;

/** A PNG without EXIF, texts, times, unknown chunks and bytes after its end. Image data and colour profile are unchanged. */
export function plainPng(image: Buffer): Buffer {
  const output = [image.subarray(0, PNG_SIGNATURE_BYTES)];
  for (const { name, bytes, data } of chunksOf(image)) {
    const isDrawing = TEXTS.has(name) && DRAWING.test(data.toString('latin1', 0, 'mxGraphModel\0'.length));
    if (PNG_ALLOWED.has(name) || isDrawing) output.push(bytes);
  }
  return Buffer.concat(output);
}

export function isAnimatedPng(image: Buffer): boolean {
  for (const { name } of chunksOf(image)) if (name === 'acTL') return true;
  return false;
}

/** The last chunk may be truncated. */
function* chunksOf(image: Buffer): Generator<{ name: string; bytes: Buffer; data: Buffer }> {
  let position = PNG_SIGNATURE_BYTES;
  while (position + PNG_CHUNK_BYTES <= image.length) {
    const end = position + PNG_CHUNK_BYTES + image.readUInt32BE(position) + PNG_SUM_BYTES;
    const name = image.toString('latin1', position + 4, position + PNG_CHUNK_BYTES);
    yield {
      name,
      bytes: image.subarray(position, end),
      data: image.subarray(position + PNG_CHUNK_BYTES, end - PNG_SUM_BYTES),
    };
    if (name === 'IEND') return;
    position = end;
  }
}

const GIF_HEADER_BYTES = 13;
const HAS_COLOURS = 0x80;
const COLOURS_SIZE = 0x07;
const [PICTURE, EXTENSION] = [0x2c, 0x21];
const [GIF_COMMENT, APPLICATION] = [0xfe, 0xff];
const PICTURE_BYTES = 10;
const GIF_END = Buffer.from([0x3b]);
/** Application extensions for repeated animations and for colour profiles. */
const ALLOWED_APPLICATIONS = ['NETSCAPE2.0', 'ANIMEXTS1.0', 'ICCRGBG1012'];

/** A GIF without comments, XMP, other programs' extensions and bytes after its end. Frames and delays are unchanged. */
export function plainGif(image: Buffer): Buffer {
  let position = GIF_HEADER_BYTES + colourBytes(image[10] ?? 0);
  const output = [image.subarray(0, position)];
  while (position < image.length && (image[position] === PICTURE || image[position] === EXTENSION)) {
    const end = endOfBlock(image, position);
    if (isAllowed(image, position)) output.push(image.subarray(position, end));
    position = end;
  }
  return Buffer.concat([...output, GIF_END]);
}

const colourBytes = (flags: number): number =>
  (flags & HAS_COLOURS) === 0 ? 0 : 3 * 2 ** ((flags & COLOURS_SIZE) + 1);

function isAllowed(image: Buffer, start: number): boolean {
  const kind = image[start + 1];
  if (image[start] === PICTURE || (kind !== GIF_COMMENT && kind !== APPLICATION)) return true;
  return kind === APPLICATION && ALLOWED_APPLICATIONS.includes(image.toString('latin1', start + 3, start + 14));
}

/** The position after the block's last sub-block, which is empty. */
function endOfBlock(image: Buffer, start: number): number {
  // A local colour table and one byte (the LZW code size) come before the sub-blocks of a frame.
  let position = image[start] === PICTURE ? start + PICTURE_BYTES + colourBytes(image[start + 9] ?? 0) + 1 : start + 2;
  for (let size = image[position]; size !== undefined && size > 0; size = image[position]) position += size + 1;
  return Math.min(position + 1, image.length);
}

/** `RIFF`, the number of following bytes, `WEBP`. */
const WEBP_HEADER_BYTES = 12;
const WEBP_CHUNK_BYTES = 8;
const WEBP_ALLOWED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_AND_XMP = 0x0c;

/** A WebP without EXIF, XMP, unknown chunks and bytes after its end. Image data, animation and colour profile are unchanged. */
export function plainWebp(image: Buffer): Buffer {
  const end = Math.min(image.length, image.readUInt32LE(4) + WEBP_CHUNK_BYTES);
  const output: Buffer[] = [];
  for (let position = WEBP_HEADER_BYTES; position + WEBP_CHUNK_BYTES <= end;) {
    const size = image.readUInt32LE(position + 4);
    const next = position + WEBP_CHUNK_BYTES + size + (size % 2);
    const name = image.toString('latin1', position, position + 4);
    if (WEBP_ALLOWED.has(name))
      output.push(
        name === 'VP8X' ? withoutFlags(image.subarray(position, next)) : image.subarray(position, Math.min(next, end)),
      );
    position = next;
  }
  const header = Buffer.from(image.subarray(0, WEBP_HEADER_BYTES));
  header.writeUInt32LE(
    output.reduce((sum, { length }) => sum + length, header.length - WEBP_CHUNK_BYTES),
    4,
  );
  return Buffer.concat([header, ...output]);
}

/** Clears the flags for EXIF and XMP. */
function withoutFlags(chunk: Buffer): Buffer {
  const changed = Buffer.from(chunk);
  changed[WEBP_CHUNK_BYTES] = (changed[WEBP_CHUNK_BYTES] ?? 0) & ~EXIF_AND_XMP;
  return changed;
}
