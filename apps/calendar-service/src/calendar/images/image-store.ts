import { randomBytes } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { type FileStore, openFileStore } from '@almanac/storage';
import { Inject, Injectable, type Provider } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../config';
import { slugOf } from '../slugs/slugs';
import type { ImageFile, SizeName } from './image';
import { ImagesRepository } from './images.repository';
import type { RenderedFile, RenderedImage } from './render-image';

export const FILE_STORE = Symbol('file store');

export const fileStoreProvider: Provider = {
  provide: FILE_STORE,
  useFactory: ({ storageUrl, storageCreate }: Settings) => openFileStore(storageUrl, { creates: storageCreate }),
  inject: [SETTINGS],
};

const MAX_NAME_LENGTH = 100;

/** Image files and their rows in the database. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly images: ImagesRepository,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  /** Stores the image of an address, unless the address has one already. Files that get no row are removed. */
  async add(sourceUrl: string, image: RenderedImage, actor: Actor): Promise<void> {
    const name = `images/${new Date().toISOString().slice(0, 7)}/${fileName(sourceUrl)}`;
    const written: string[] = [];
    const write = async (path: string, file: RenderedFile): Promise<ImageFile> => {
      written.push(path);
      await this.files.put(path, file.content);
      return { path, mimeType: file.mimeType, width: file.width, height: file.height, filesize: file.content.length };
    };
    let isStored = false;
    try {
      const sizes: Partial<Record<SizeName, ImageFile>> = {};
      for (const [size, file] of image.sizes)
        sizes[size] = await write(`${name}-${file.width}x${file.height}.${file.ending}`, file);
      const whole = await write(`${name}.${image.ending}`, image);
      isStored = await this.images.add({ ...whole, sizes, sourceUrl, authorId: actor.id });
    } finally {
      if (!isStored) await Promise.all(written.map((path) => this.files.remove(path)));
    }
  }
}

/** The name in the address with a random suffix. It must not be guessable: a record may be hidden, and then its image is hidden too. */
function fileName(sourceUrl: string): string {
  const last = /([^/]*)\/*$/.exec(new URL(sourceUrl).pathname)?.[1] ?? '';
  const base = slugOf(decoded(last).replace(/\.[^.]*$/, '')).slice(0, MAX_NAME_LENGTH);
  return `${base || 'image'}-${randomBytes(9).toString('hex')}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
