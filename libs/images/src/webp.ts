/** `RIFF`, the number of following bytes, `WEBP`. */
const HEADER_BYTES = 12;
const CHUNK_HEAD_BYTES = 8;
const KEPT = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
const EXIF_AND_XMP = 0x0c;

/** A WebP without EXIF, XMP, unknown chunks and bytes after its end. Image data, animation and colour profile are unchanged. */
export function plainWebp(image: Buffer): Buffer {
  const end = Math.min(image.length, image.readUInt32LE(4) + CHUNK_HEAD_BYTES);
  const kept: Buffer[] = [];
  for (let position = HEADER_BYTES; position + CHUNK_HEAD_BYTES <= end;) {
    const size = image.readUInt32LE(position + 4);
    const next = position + CHUNK_HEAD_BYTES + size + (size % 2);
    const name = image.toString('latin1', position, position + 4);
    if (KEPT.has(name))
      kept.push(
        name === 'VP8X' ? withoutFlags(image.subarray(position, next)) : image.subarray(position, Math.min(next, end)),
      );
    position = next;
  }
  const header = Buffer.from(image.subarray(0, HEADER_BYTES));
  header.writeUInt32LE(
    kept.reduce((sum, { length }) => sum + length, header.length - CHUNK_HEAD_BYTES),
    4,
  );
  return Buffer.concat([header, ...kept]);
}

/** Clears the flags for EXIF and XMP. */
function withoutFlags(chunk: Buffer): Buffer {
  const changed = Buffer.from(chunk);
  changed[CHUNK_HEAD_BYTES] = (changed[CHUNK_HEAD_BYTES] ?? 0) & ~EXIF_AND_XMP;
  return changed;
}
