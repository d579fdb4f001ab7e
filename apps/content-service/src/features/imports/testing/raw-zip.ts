import { crc32 } from 'node:zlib';

/** An entry of a deliberately malformed archive. */
export interface RawEntry {
  name: string;
  content: Buffer;
  /** The bytes in the archive; the content unless given. */
  stored?: Buffer;
  /** 0 stored, 8 deflated. */
  method?: number;
  flags?: number;
  /** Unix mode. */
  mode?: number;
  /** Unpacked size according to the directory; the real size unless given. */
  claims?: number;
  checksum?: number;
  /** Shares the bytes of the entry of this name. */
  sameAs?: string | undefined;
}

/** A ZIP written byte by byte (APPNOTE.TXT, 4.3). */
export function rawZip(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  const offsets = new Map<string, number>();
  let offset = 0;
  for (const entry of entries) {
    const at = entry.sameAs === undefined ? offset : (offsets.get(entry.sameAs) ?? 0);
    if (entry.sameAs === undefined) {
      const local = Buffer.concat([header(0x04034b50, entry), Buffer.from(entry.name, 'latin1'), bytesOf(entry)]);
      locals.push(local);
      offsets.set(entry.name, at);
      offset += local.length;
    }
    directory.push(header(0x02014b50, entry, at), Buffer.from(entry.name, 'latin1'));
  }
  const central = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, central, end]);
}

const bytesOf = ({ stored, content }: RawEntry): Buffer => stored ?? content;

/** The local header of an entry, or its directory record when `offset` is given. */
function header(signature: number, entry: RawEntry, offset?: number): Buffer {
  const inDirectory = offset !== undefined;
  const fields = Buffer.alloc(inDirectory ? 46 : 30);
  fields.writeUInt32LE(signature, 0);
  const shift = inDirectory ? 6 : 4;
  if (inDirectory) fields.writeUInt16LE((3 << 8) | 20, 4);
  fields.writeUInt16LE(20, shift);
  fields.writeUInt16LE(entry.flags ?? 0, shift + 2);
  fields.writeUInt16LE(entry.method ?? 0, shift + 4);
  fields.writeUInt32LE(entry.checksum ?? crc32(entry.content), shift + 10);
  fields.writeUInt32LE(bytesOf(entry).length, shift + 14);
  fields.writeUInt32LE(entry.claims ?? entry.content.length, shift + 18);
  fields.writeUInt16LE(Buffer.byteLength(entry.name, 'latin1'), shift + 22);
  if (inDirectory) {
    fields.writeUInt32LE(((entry.mode ?? 0o100644) << 16) >>> 0, 38);
    fields.writeUInt32LE(offset, 42);
  }
  return fields;
}
