import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { ContentApp } from './content-app';

/** An image of one colour. */
export const picture = (
  width = 8,
  height = 8,
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' = 'png',
  background = '#3366aa',
) =>
  sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();

/** A multipart form with files, as browsers send it. */
export function multipart(
  fields: Record<string, string | number>,
  files: Record<string, { content: Uint8Array | string; name: string }> = {},
): FormData {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.set(field, String(value));
  for (const [field, { content, name }] of Object.entries(files)) {
    form.set(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name);
  }
  return form;
}

/** All files in the storage of the service, relative to its folder. */
export async function filesOf({ storage }: ContentApp): Promise<string[]> {
  const entries = await readdir(storage, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => path.relative(storage, path.join(entry.parentPath, entry.name)));
}

/** A PNG with the chunk that announces two frames. Programs that know no animation show its picture. */
export async function movingPng(): Promise<Buffer> {
  const png = await picture(20, 10);
  const picturesBegin = png.indexOf('IDAT') - 4;
  const announcement = chunkOf('acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]));
  return Buffer.concat([png.subarray(0, picturesBegin), announcement, png.subarray(picturesBegin)]);
}

function chunkOf(name: string, data: Buffer): Buffer {
  const [head, tail] = [Buffer.alloc(4), Buffer.alloc(4)];
  head.writeUInt32BE(data.length);
  tail.writeUInt32BE(crc32(Buffer.concat([Buffer.from(name), data])));
  return Buffer.concat([head, Buffer.from(name), data, tail]);
}

/** A valid PNG of a few kilobytes with 30,000 × 30,000 pixels in its header. */
export function decompressionBomb(): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(30_000, 0);
  header.writeUInt32BE(30_000, 4);
  header.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  return Buffer.concat([
    signature,
    chunkOf('IHDR', header),
    chunkOf('IDAT', deflateSync(Buffer.alloc(1_000_000))),
    chunkOf('IEND', Buffer.alloc(0)),
  ]);
}
