interface Box {
  type: string;
  start: number;
  /** Start of its content, after the header. */
  from: number;
  to: number;
}

/** Boxes that contain only metadata. */
const ERASED = new Set(['udta', 'uuid']);
const CONTAINERS = new Set(['moov', 'trak']);
/** Types that decoders skip. */
const [NO_BOX, NO_ITEM] = ['free', 'none'];
const METADATA_ITEMS = new Set(['Exif', 'mime', 'uri ']);
const VERSION_BYTES = 4;

/**
 * An AVIF without EXIF and XMP. They are overwritten in place, because other parts are addressed by their offset in the file.
 * The rotation of an AVIF is not stored in EXIF, and stays.
 */
export function plainAvif(image: Buffer): Buffer {
  const plain = Buffer.from(image);
  eraseIn(plain, 0, plain.length);
  return plain;
}

function eraseIn(image: Buffer, from: number, to: number): void {
  for (const box of boxesOf(image, from, to)) {
    if (box.type === 'meta') eraseItems(image, box);
    else if (CONTAINERS.has(box.type)) eraseIn(image, box.from, box.to);
    else if (ERASED.has(box.type)) {
      image.write(NO_BOX, box.start + 4, 'latin1');
      image.fill(0, box.from, box.to);
    }
  }
}

function* boxesOf(image: Buffer, from: number, to: number): Generator<Box> {
  for (let start = from; start + 8 <= to;) {
    const short = image.readUInt32BE(start);
    const isLong = short === 1 && start + 16 <= to;
    const size = isLong ? Number(image.readBigUInt64BE(start + 8)) : short;
    const end = size === 0 ? to : Math.min(to, start + size);
    const head = isLong ? 16 : 8;
    if (end < start + head) return;
    yield { type: image.toString('latin1', start + 4, start + 8), start, from: start + head, to: end };
    start = end;
  }
}

function eraseItems(image: Buffer, meta: Box): void {
  const boxes = [...boxesOf(image, meta.from + VERSION_BYTES, meta.to)];
  const find = (type: string) => boxes.find((box) => box.type === type);
  const [infos, places] = [find('iinf'), find('iloc')];
  const ids = infos ? renameItems(image, infos) : new Set<number>();
  if (places && ids.size > 0) eraseExtents(image, places, ids, find('idat')?.from ?? image.length);
}

/** @returns the ids of the items that are metadata */
function renameItems(image: Buffer, infos: Box): Set<number> {
  const ids = new Set<number>();
  const countBytes = image[infos.from] === 0 ? 2 : 4;
  for (const { type, from, to } of boxesOf(image, infos.from + VERSION_BYTES + countBytes, infos.to)) {
    const idBytes = image[from] === 2 ? 2 : 4;
    const name = from + VERSION_BYTES + idBytes + 2;
    if (type !== 'infe' || name + 4 > to || !METADATA_ITEMS.has(image.toString('latin1', name, name + 4))) continue;
    ids.add(image.readUIntBE(from + VERSION_BYTES, idBytes));
    image.write(NO_ITEM, name, 'latin1');
    // The rest of the entry is the item's name and content type.
    image.fill(0, name + 4, to);
  }
  return ids;
}

/** Reads consecutive numbers of different sizes; 0 past the end. */
class Numbers {
  constructor(
    private readonly image: Buffer,
    private position: number,
    private readonly end: number,
  ) {}

  get isOver(): boolean {
    return this.position >= this.end;
  }

  next(bytes: number): number {
    const at = this.position;
    this.position += bytes;
    if (bytes === 0 || this.position > this.end) return 0;
    return bytes === 8 ? Number(this.image.readBigUInt64BE(at)) : this.image.readUIntBE(at, bytes);
  }
}

/** Reads `iloc` (ISO/IEC 14496-12 §8.11.3), the places of all items in the file or in the box `idat`, and overwrites the given items. */
function eraseExtents(image: Buffer, places: Box, ids: ReadonlySet<number>, idat: number): void {
  const numbers = new Numbers(image, places.from, places.to);
  const version = numbers.next(1);
  numbers.next(3);
  const sizes = numbers.next(2);
  const [offsetBytes, lengthBytes, baseBytes] = [sizes >> 12, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const indexBytes = version === 0 ? 0 : sizes & 15;
  const idBytes = version < 2 ? 2 : 4;
  for (let left = numbers.next(idBytes); left > 0 && !numbers.isOver; left -= 1) {
    const id = numbers.next(idBytes);
    const isInIdat = version > 0 && (numbers.next(2) & 15) === 1;
    numbers.next(2);
    const base = numbers.next(baseBytes) + (isInIdat ? idat : 0);
    for (let extents = numbers.next(2); extents > 0; extents -= 1) {
      numbers.next(indexBytes);
      const start = base + numbers.next(offsetBytes);
      const length = numbers.next(lengthBytes);
      if (ids.has(id)) image.fill(0, Math.min(start, image.length), Math.min(start + length, image.length));
    }
  }
}
