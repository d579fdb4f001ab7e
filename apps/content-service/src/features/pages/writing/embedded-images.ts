import { type Actor, can } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { imageTypeOfMedia } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';
import { SETTINGS, type Settings } from '../../../config';
import type { Image } from '../../../content/images/image.entity';
import type { ImageStore, InlineImage } from '../../../text/page/base64-images';
import { ImageContents } from '../../../content/images/image-contents';
import { type PageBody, type ParsedPage, withStoredImages } from '../../../text/page/prepare-page-content';
import { StoredImages } from '../../../content/images/stored-images';
import { randomText } from '../../../content/slugs/random-text';

const MEGABYTE = 1_000_000;
const RANDOM_NAME_LENGTH = 8;

/** The images of one save. They are attached to the page once it has an id. */
interface EmbeddedImagesOfSave {
  /**
   * Stores the images of a parsed text, and returns its body; undefined when no text was given.
   * @throws Problem 422 when the text exceeds a limit
   */
  bodyOf(text: ParsedPage | undefined): Promise<PageBody | undefined>;
  attachTo(pageId: number): Promise<void>;
}

/** Stores images embedded in a page's text as gallery images of the page (content-behaviour §6.7). Call inside a transaction. */
@Injectable()
export class EmbeddedImages {
  constructor(
    private readonly images: StoredImages,
    private readonly contents: ImageContents,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  ofSave(actor: Actor): EmbeddedImagesOfSave {
    const ids: number[] = [];
    const store: ImageStore = async (image) => {
      if (!(await this.accepts(image))) return '';
      const { id, path } = await this.keep(image, actor);
      ids.push(id);
      return this.settings.baseUrl + path;
    };
    return {
      bodyOf: async (text) => {
        if (text && Object.keys(text.faults).length > 0) invalid(text.faults);
        return text && withStoredImages(text, can(actor, 'image-create-all') ? store : undefined);
      },
      attachTo: async (pageId) => {
        if (ids.length > 0) await this.images.attach(ids, pageId);
      },
    };
  }

  /** Whether the data is a supported image within the upload limit. */
  async accepts({ bytes }: InlineImage): Promise<boolean> {
    if (bytes.length > this.settings.uploadLimitMegabytes * MEGABYTE) return false;
    return imageTypeOfMedia((await fileTypeFromBuffer(bytes))?.mime) !== undefined;
  }

  private async keep({ subtype, bytes }: InlineImage, actor: Actor): Promise<Image> {
    const name = embeddedImageName(subtype);
    const path = await this.images.freePath('gallery', name);
    return this.images.add(
      { name, path, type: 'gallery', uploadedTo: null },
      await this.contents.prepare(bytes),
      actor,
    );
  }
}

export const embeddedImageName = (subtype: string): string =>
  `embedded-image-${randomText(RANDOM_NAME_LENGTH)}.${subtype}`;
