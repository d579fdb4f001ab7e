import { randomBytes } from 'node:crypto';
import type { Actor } from '@almanac/auth';
import { Database, insertColumns, selectColumns, sql } from '@almanac/database';
import { type FileStore, openFileStore } from '@almanac/storage';
import { Inject, Injectable, type Provider } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { SETTINGS, type Settings } from '../../config';
import { slugOf } from '../slugs/slugs';
import { type ImageFile, StoredImage } from './image.entity';
import type { RenderedFile, RenderedImage } from './render-image';

export const FILE_STORE = Symbol('file store');

export const fileStoreProvider: Provider = {
  provide: FILE_STORE,
  useFactory: ({ storageUrl, storageCreate }: Settings) => openFileStore(storageUrl, { creates: storageCreate }),
  inject: [SETTINGS],
};

const MAX_NAME_LENGTH = 100;

const NEW_IMAGE = insertColumns(StoredImage, {
  sourceUrl: '$1',
  authorId: '$2',
  path: '$3',
  mimeType: '$4',
  width: '$5',
  height: '$6',
  filesize: '$7',
  sizes: '$8',
});

/** Image files and their rows in the database. All queries about images are here, except that records read theirs with `imageColumn`. */
@Injectable()
export class ImageStore {
  constructor(
    private readonly database: Database,
    @InjectRepository(StoredImage) private readonly rows: Repository<StoredImage>,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  exists(id: number): Promise<boolean> {
    return this.rows.existsBy({ id });
  }

  /** The image that came from an address, or whose file has one of these paths. */
  async find(sourceUrl: string, paths: readonly string[]): Promise<Pick<StoredImage, 'id' | 'path'> | undefined> {
    const [row] = await this.database.query(
      sql`SELECT ${selectColumns(StoredImage, 'images', 'id', 'path')} FROM images WHERE source_url = $1 OR path = ANY($2) ORDER BY id LIMIT 1`,
      [sourceUrl, paths],
    );
    return row;
  }

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
      const sizes: StoredImage['sizes'] = {};
      for (const [size, file] of image.sizes)
        sizes[size] = await write(`${name}-${file.width}x${file.height}.${file.ending}`, file);
      const whole = await write(`${name}.${image.ending}`, image);
      isStored = await this.insert({ ...whole, sizes, sourceUrl, authorId: actor.id });
    } finally {
      if (!isStored) await Promise.all(written.map((path) => this.files.remove(path)));
    }
  }

  /** @returns false when another transaction stored an image of this address first */
  private async insert({
    sourceUrl,
    authorId,
    path,
    mimeType,
    width,
    height,
    filesize,
    sizes,
  }: Omit<StoredImage, 'id' | 'createdAt'>): Promise<boolean> {
    const rows = await this.database.query(
      `INSERT INTO images ${NEW_IMAGE} ON CONFLICT (source_url) DO NOTHING RETURNING id`,
      [sourceUrl, authorId, path, mimeType, width, height, filesize, JSON.stringify(sizes)],
    );
    return rows.length > 0;
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
