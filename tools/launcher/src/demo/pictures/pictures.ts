import { readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.join(__dirname, 'files');

/** A picture of the folder `files`. They were drawn for this project. */
export function readPicture(name: string): Buffer<ArrayBuffer> {
  return Buffer.from(readFileSync(path.join(FOLDER, `${name}.webp`)));
}

export function pictureFile(name: string): { readonly blob: Blob; readonly name: string } {
  return { blob: new Blob([readPicture(name)], { type: 'image/webp' }), name: `${name}.webp` };
}

/** For an image within a text, which the library stores as a file. */
export function pictureAsDataUri(name: string): string {
  return `data:image/webp;base64,${readPicture(name).toString('base64')}`;
}
