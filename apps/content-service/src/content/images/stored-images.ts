import type { Actor } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { StoredFiles } from '../files/stored-files';
import { randomText } from '../slugs/random-text';
import { Image, type ImageType } from './image.entity';
import { type ImageContent, ImageContents } from './image-contents';
import { keyOf } from './image-paths';

export const MAX_IMAGE_NAME_LENGTH = 255;

export interface NewImage {
  /** The display name; cut to the length of the column. */
  name: string;
  /** From `freePath`. */
  path: string;
  type: ImageType;
  uploadedTo: number | null;
}

/** Rows and files of images of every type. */
@Injectable()
export class StoredImages {
  constructor(
    private readonly files: StoredFiles,
    private readonly contents: ImageContents,
    @InjectRepository(Image) private readonly rows: Repository<Image>,
  ) {}

  /** Reserves a path for an image. If the name is taken, puts three random characters in front (content-behaviour §14). */
  async freePath(type: ImageType, fileName: string): Promise<string> {
    const folder = `/uploads/images/${type}/${new Date().toISOString().slice(0, 7)}`;
    let path = `${folder}/${fileName}`;
    // The reservation comes before the look-up: an earlier user of the name either has its row by then, or still holds its reservation.
    while (!(await this.files.announce(keyOf(path))) || (await this.rows.existsBy({ path })))
      path = `${folder}/${randomText(3)}${fileName}`;
    return path;
  }

  /** Adds the row, then the file. Call inside a transaction. */
  async add(image: NewImage, content: ImageContent, actor: Actor): Promise<Image> {
    const row = await this.addRow(image, actor);
    await this.files.writing(keyOf(image.path), () => this.contents.put(image.path, content));
    return row;
  }

  /** Adds the row of a file that is written already. */
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
