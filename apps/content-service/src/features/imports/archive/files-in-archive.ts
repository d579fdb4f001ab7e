import { imageTypeOfMedia, mediaOf } from '@almanac/validation';
import { fileTypeFromBuffer } from 'file-type';
import type { ZipArchive } from './zip-archive';

const HEAD_BYTES = 4100;

interface CheckedFile {
  isWithinLimit: boolean;
  isDamaged: boolean;
  /** MIME type, detected from the content. */
  type: string;
}

/** Facts about the files of an archive, collected before any of them is used. */
export class FilesInArchive {
  /** Plain data only, so that it can be copied to a worker thread. */
  constructor(
    readonly found: ReadonlyMap<string, CheckedFile>,
    readonly limitMegabytes: number,
  ) {}

  /** Unpacks every file once and discards the data, to find damaged files before the import is run. */
  static async of(archive: ZipArchive, limitMegabytes: number): Promise<FilesInArchive> {
    const found = new Map<string, CheckedFile>();
    for (const name of archive.files()) {
      const isWithinLimit = (archive.sizeOf(name) ?? 0) <= limitMegabytes * 1_000_000;
      const type = isWithinLimit ? await typeOf(archive, name) : '';
      found.set(name, { isWithinLimit, isDamaged: type === undefined, type: type ?? '' });
    }
    return new FilesInArchive(found, limitMegabytes);
  }

  /** MIME type without parameters, e.g. `image/png`. */
  typeOf(name: string): string {
    return this.found.get(name)?.type ?? '';
  }

  /** Faults of a reference to this file, with the messages of the contract (content-behaviour §16.4). */
  faultsOf(name: string, field: string, types?: readonly string[]): string[] {
    const file = this.found.get(name);
    const tooLarge = `The file ${name} must not exceed ${this.limitMegabytes} MB.`;
    if (!file) return [`The ${field} needs to reference a file within the ZIP.`, tooLarge];
    if (!file.isWithinLimit) return [tooLarge];
    if (file.isDamaged) return [`The file ${name} is damaged.`];
    const type = imageTypeOfMedia(file.type);
    if (types && !types.includes(type ? mediaOf(type) : file.type))
      return [`The ${field} needs to reference a file of type ${types.join(',')}, found ${file.type}.`];
    return [];
  }
}

/** Undefined when the file cannot be unpacked. */
async function typeOf(archive: ZipArchive, name: string): Promise<string | undefined> {
  const head: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of await archive.read(name)) {
      if (length < HEAD_BYTES && Buffer.isBuffer(chunk)) head.push(chunk.subarray(0, HEAD_BYTES - length));
      length += head.at(-1)?.length ?? 0;
    }
  } catch {
    return undefined;
  }
  const bytes = Buffer.concat(head);
  const detected = (await fileTypeFromBuffer(bytes))?.mime;
  if (detected === undefined || /^(text\/|application\/xml)/.test(detected)) return typeOfText(bytes);
  return REPORTED.test(detected) ? detected : UNKNOWN;
}

const UNKNOWN = 'application/octet-stream';
/** Types that the reference reports by their names, beside plain text. It calls all others unknown. */
const REPORTED =
  /^(application\/pdf|image\/(apng|bmp|jpeg|png|gif|webp|avif|heic|svg\+xml)|audio\/(aac|midi|mpeg|ogg|opus|wav|webm|x-m4a)|video\/(x-msvideo|mp4|mpeg|ogg|webm))$/;

function typeOfText(bytes: Buffer): string {
  if (bytes.length === 0 || bytes.includes(0)) return UNKNOWN;
  const text = bytes.toString('latin1').trimStart();
  const isSvg = text.startsWith('<svg') || (text.startsWith('<?xml') && text.includes('<svg'));
  return isSvg ? 'image/svg+xml' : 'text/plain';
}
