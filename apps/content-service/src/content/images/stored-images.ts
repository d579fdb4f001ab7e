import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { type Reservation, StoredFiles } from '../files/stored-files';
import { randomText } from '../slugs/random-text';
import { Image, type ImagePurpose } from './image.entity';
import { keyOf, imagePathOf } from '../files/image-paths';

export const MAX_IMAGE_NAME_LENGTH = 255;

export interface NewImage {
  /** The display name; cut to the length of the column. */
  name: string;
  path: string;
  type: ImagePurpose;
  uploadedTo: number | null;
}

export interface NewImageFile {
  /** As in `NewFile`. */
  source: string;
  type: ImagePurpose;
  /** From `imageFileName`. */
  fileName: string;
}

type PrepareImage = () => Promise<(path: string) => Promise<void>>;

/** Rows and files of images of every type. */
@Injectable()
export class StoredImages {
  constructor(
    private readonly files: StoredFiles,
    @InjectRepository(Image) private readonly rows: Repository<Image>,
  ) {}

  /** Reserves a path for an image. If the name is taken, puts three random characters in front (content-behaviour §14). */
  async reserve(type: ImagePurpose, fileName: string): Promise<Reservation> {
    const folder = `/uploads/images/${type}/${new Date().toISOString().slice(0, 7)}`;
    for (let path = `${folder}/${fileName}`; ; path = `${folder}/${randomText(3)}${fileName}`) {
      // The reservation comes before the look-up: an earlier user of the name either has its row by then, or still holds its reservation.
      const reservation = await this.files.announce(keyOf(path));
      if (reservation && !(await this.rows.existsBy({ path }))) return reservation;
      if (reservation) await this.files.settle(reservation);
    }
  }

  /**
   * Writes the files of an image. Call inside the transaction that adds its row, if possible before other rows: the transaction is repeated.
   * @param prepare as in `NewFile`, with the path instead of the key
   * @returns the path
   */
  async addFile({ source, fileName, type }: NewImageFile, prepare: PrepareImage): Promise<string> {
    const key = await this.files.add({
      source,
      reserve: () => this.reserve(type, fileName),
      prepare: async () => {
        const write = await prepare();
        return (at) => write(imagePathOf(at));
      },
    });
    return imagePathOf(key);
  }

  /** Adds the row of files that are written already. */
  async addRow(image: NewImage, actor: Actor): Promise<Image> {
    const name = image.name.slice(0, MAX_IMAGE_NAME_LENGTH);
    const row: Image = this.rows.create({ ...image, name, createdBy: actor.id, updatedBy: actor.id });
    await this.rows.insert(row);
    return row;
  }

  /** Makes the images those of a page that had no id yet when they were stored. */
  async attach(ids: number[], pageId: number): Promise<void> {
    await this.rows.update(ids, { uploadedTo: pageId });
  }

  /** Records a change of the file, or of the name if one is given. */
  async recordChange(id: number, name: string | undefined, actor: Actor): Promise<void> {
    await this.rows.update(id, { ...(name === undefined ? {} : { name }), updatedBy: actor.id });
  }

  /** Deletes the row, and its files after the commit. Call inside a transaction. */
  async remove(id: number): Promise<void> {
    const image = await this.rows.findOneBy({ id });
    if (!image) return;
    await this.rows.delete({ id });
    await this.files.removeAfterCommit(keyOf(image.path));
  }
}
