import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { type Actor, can } from '@almanac/auth';
import type { FileStore } from '@almanac/storage';
import { imageTypeOfMedia } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { coverOf } from '../../../content/images/covers';
import { FILE_STORE } from '../../../content/files/file-store.provider';
import { type Reservation, StoredFiles } from '../../../content/files/stored-files';
import type { InlineImage, ImageStore } from '../../../text/page/base64-images';
import { TextWork } from '../../../text/rendering/text-work';
import { imageFileName } from '../../../content/images/image-input';
import { ImageFileWriter } from '../../../content/images/image-files';
import { keyOf, imagePathOf } from '../../../content/files/image-paths';
import { ImageThumbnails } from '../../../content/images/image-thumbnails';
import { type NewImage, StoredImages } from '../../../content/images/stored-images';
import { reserveAttachment } from '../../attachments/attachment-content';
import { embeddedImageName, EmbeddedImages } from '../../pages/embedded-images';
import type { OpenedArchive } from '../archive/portable-archives';
import {
  portablePagesOf,
  type PortableAttachment,
  type PortableImage,
  type PortablePage,
} from '../archive/portable-content';
import { ImportFailure } from './import-failure';

/** Only matching texts need to be parsed. */
const MAY_CONTAIN_IMAGES = /data:image/i;

/** Files of an archive that are in the store. */
export interface Staged {
  cover: StagedImage | undefined;
  images: Map<PortableImage, StagedImage>;
  /** Keys in the file store. */
  attachments: Map<PortableAttachment, string>;
  /** Images embedded in texts. */
  embedded: Map<PortablePage, EmbeddedFiles>;
  /** Of all these files. */
  reservations: Reservation[];
}

/**
 * Stores the files of an archive before the transaction of their rows, which thus stays short. Each key is announced to the clean-up job
 * before its first byte is written, so that a crash leaves no orphans.
 */
@Injectable()
export class ImportStaging {
  constructor(
    private readonly storedFiles: StoredFiles,
    private readonly images: StoredImages,
    private readonly imageFiles: ImageFileWriter,
    private readonly thumbnails: ImageThumbnails,
    private readonly embedded: EmbeddedImages,
    private readonly texts: TextWork,
    @Inject(FILE_STORE) private readonly store: FileStore,
  ) {}

  /**
   * Stores the files and runs `work`. When that fails, the files are removed.
   * @param progress receives the number of finished pages; may throw to abort
   */
  async during<T>(
    opened: OpenedArchive,
    actor: Actor,
    progress: (done: number, total: number) => void,
    work: (staged: Staged) => Promise<T>,
  ): Promise<T> {
    const reservations: Reservation[] = [];
    try {
      return await work(await this.stage(opened, actor, reservations, progress));
    } catch (failure) {
      await this.storedFiles.giveUp(...reservations);
      throw failure;
    }
  }

  private async stage(
    opened: OpenedArchive,
    actor: Actor,
    reservations: Reservation[],
    progress: (done: number, total: number) => void,
  ): Promise<Staged> {
    const staged: Staged = {
      cover: await this.cover(opened, reservations),
      images: new Map(),
      attachments: new Map(),
      embedded: new Map(),
      reservations,
    };
    const pages = portablePagesOf(opened.item);
    for (const [index, page] of pages.entries()) {
      for (const image of page.images) staged.images.set(image, await this.image(image, opened, reservations));
      for (const attachment of page.attachments)
        if (attachment.link === '')
          staged.attachments.set(attachment, await this.attachment(attachment, opened, reservations));
      if (MAY_CONTAIN_IMAGES.test(page.markdown || page.html) && can(actor, 'image-create-all'))
        staged.embedded.set(page, await this.embeddedIn(page, reservations));
      progress(index + 1, pages.length);
    }
    return staged;
  }

  private async cover(
    { item, archive, files }: OpenedArchive,
    reservations: Reservation[],
  ): Promise<StagedImage | undefined> {
    const file = item.kind === 'book' ? item.cover : '';
    if (file === '') return undefined;
    const content = await coverOf(await buffer(await archive.read(file))).catch(() => {
      throw new ImportFailure(['The cover cannot be read as an image.']);
    });
    const path = await this.place('cover_book', imageFileName(file, extensionFor(files.typeOf(file))), reservations);
    await this.store.put(keyOf(path), content);
    return { name: file, path, type: 'cover_book' };
  }

  private async image(
    { name, file, type }: PortableImage,
    { archive, files }: OpenedArchive,
    reservations: Reservation[],
  ): Promise<StagedImage> {
    const extension = extensionFor(files.typeOf(file));
    const path = await this.place(type, imageFileName(`${name}.${extension}`, extension), reservations);
    await this.imageFiles.put(path, await this.imageFiles.prepare(await buffer(await archive.read(file))));
    await this.thumbnails.of(path);
    return { name, path, type };
  }

  private async attachment(
    { file }: PortableAttachment,
    { archive }: OpenedArchive,
    reservations: Reservation[],
  ): Promise<string> {
    const reservation = await reserveAttachment(this.storedFiles);
    reservations.push(reservation);
    await this.store.put(reservation.key, await archive.read(file));
    return reservation.key;
  }

  /** Stores the images that a save of the page would keep (content-behaviour §6.7). */
  private async embeddedIn({ html, markdown }: PortablePage, reservations: Reservation[]): Promise<EmbeddedFiles> {
    const files = new EmbeddedFiles();
    const write = async (image: InlineImage): Promise<StagedImage | undefined> => {
      if (!(await this.embedded.accepts(image))) return undefined;
      const name = embeddedImageName(image.subtype);
      const path = await this.place('gallery', name, reservations);
      await this.imageFiles.put(path, await this.imageFiles.prepare(image.bytes));
      return { name, path, type: 'gallery' };
    };
    await this.texts.prepare(markdown === '' ? { html } : { markdown }, files.writing(write));
    return files;
  }

  private async place(type: NewImage['type'], fileName: string, reservations: Reservation[]): Promise<string> {
    const reservation = await this.images.reserve(type, fileName);
    reservations.push(reservation);
    return imagePathOf(reservation.key);
  }
}

/** `image/jpeg` is stored as `.jpeg`, regardless of its name in the archive, and an animated PNG as `.png`. */
const extensionFor = (type: string): string => imageTypeOfMedia(type) ?? type.replace(/^.*\//, '');

/** A stored image without a row yet. */
export type StagedImage = Omit<NewImage, 'uploadedTo'>;

/** Images embedded in a text. The text is parsed twice: to store the images, and to insert their addresses. */
class EmbeddedFiles {
  private readonly byContent = new Map<string, StagedImage>();

  /** All stored images. */
  get images(): Iterable<StagedImage> {
    return this.byContent.values();
  }

  /**
   * For the first pass.
   * @param write returns undefined for an image that is not accepted
   */
  writing(write: (image: InlineImage) => Promise<StagedImage | undefined>): ImageStore {
    return async (image) => {
      const staged = this.byContent.get(digestOf(image)) ?? (await write(image));
      if (staged) this.byContent.set(digestOf(image), staged);
      return staged?.path ?? '';
    };
  }

  /** For the second pass: knows only the images stored in the first. */
  addresses(baseUrl: string): ImageStore {
    return (image) => {
      const staged = this.byContent.get(digestOf(image));
      return Promise.resolve(staged ? baseUrl + staged.path : '');
    };
  }
}

const digestOf = ({ subtype, bytes }: InlineImage): string =>
  createHash('sha256').update(`${subtype}\n`).update(bytes).digest('base64');
