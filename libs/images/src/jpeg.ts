const START = Buffer.from([0xff, 0xd8]);
const END = Buffer.from([0xff, 0xd9]);
const [FIRST_APP, JFIF, ICC, ADOBE, LAST_APP] = [0xe0, 0xe0, 0xe2, 0xee, 0xef];
const COMMENT = 0xfe;
const SCAN = 0xda;
const END_OF_IMAGE = 0xd9;
const MARKER_BYTES = 2;
const LENGTH_BYTES = 2;

/**
 * A JPEG without EXIF, XMP, IPTC, comments, previews and bytes after its end. Image data and colour profile are unchanged.
 * A missing end marker is added.
 */
export function plainJpeg(image: Buffer): Buffer {
  const kept: Buffer[] = [START];
  let position = START.length;
  for (;;) {
    // Any number of fill bytes 0xff may precede a marker.
    while (image[position] === 0xff && image[position + 1] === 0xff) position += 1;
    const marker = image[position] === 0xff ? image[position + 1] : undefined;
    if (marker === undefined || marker === END_OF_IMAGE || position + MARKER_BYTES + LENGTH_BYTES > image.length) break;
    const end = position + MARKER_BYTES + Math.max(LENGTH_BYTES, image.readUInt16BE(position + MARKER_BYTES));
    const next = marker === SCAN ? endOfScan(image, end) : end;
    if (isPicture(marker, image.subarray(position + MARKER_BYTES + LENGTH_BYTES, end)))
      kept.push(image.subarray(position, next));
    position = next;
  }
  return Buffer.concat([...kept, END]);
}

function isPicture(marker: number, content: Buffer): boolean {
  if (marker === COMMENT) return false;
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
