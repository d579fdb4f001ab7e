const SIGNATURE_BYTES = 8;
/** A chunk is its length and name, the data and a checksum. */
const HEAD_BYTES = 8;
const SUM_BYTES = 4;

/** Chunks of image data, animation and colours. */
const KEPT = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'acTL', 'fcTL', 'fdAT'],
  ...['iCCP', 'sRGB', 'gAMA', 'cHRM', 'cICP', 'mDCV', 'cLLI', 'sBIT', 'bKGD', 'hIST', 'pHYs', 'sPLT'],
]);
const TEXTS = new Set(['tEXt', 'zTXt', 'iTXt']);
/** The drawing itself, which the drawing editor (draw.io) stores in a text chunk. */
const DRAWING = /^mx(?:file|GraphModel)\0/;

/** A PNG without EXIF, texts, times, unknown chunks and bytes after its end. Image data and colour profile are unchanged. */
export function plainPng(image: Buffer): Buffer {
  const kept = [image.subarray(0, SIGNATURE_BYTES)];
  for (const { name, bytes, data } of chunksOf(image)) {
    const isDrawing = TEXTS.has(name) && DRAWING.test(data.toString('latin1', 0, 'mxGraphModel\0'.length));
    if (KEPT.has(name) || isDrawing) kept.push(bytes);
  }
  return Buffer.concat(kept);
}

export function isAnimatedPng(image: Buffer): boolean {
  for (const { name } of chunksOf(image)) if (name === 'acTL') return true;
  return false;
}

/** The last chunk may be truncated. */
function* chunksOf(image: Buffer): Generator<{ name: string; bytes: Buffer; data: Buffer }> {
  let position = SIGNATURE_BYTES;
  while (position + HEAD_BYTES <= image.length) {
    const end = position + HEAD_BYTES + image.readUInt32BE(position) + SUM_BYTES;
    const name = image.toString('latin1', position + 4, position + HEAD_BYTES);
    yield { name, bytes: image.subarray(position, end), data: image.subarray(position + HEAD_BYTES, end - SUM_BYTES) };
    if (name === 'IEND') return;
    position = end;
  }
}
