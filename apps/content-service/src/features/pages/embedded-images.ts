import { createHash } from 'node:crypto';
import { type Actor, can } from '@almanac/auth';
import { Database, OutsideResults } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { imageTypeOfMedia } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { fileTypeFromBuffer } from 'file-type';
import { SETTINGS, type Settings } from '../../config';
import { type Reservation, StoredFiles } from '../../content/files/stored-files';
import { imagePathOf } from '../../content/files/image-paths';
import type { ImageStore, InlineImage } from '../../text/page/base64-images';
import { ImageFileWriter } from '../../content/images/image-files';
import { type PageBody, type ParsedPage, withStoredImages } from '../../text/page/prepare-page-content';
import { StoredImages } from '../../content/images/stored-images';
import { randomText } from '../../content/slugs/random-text';

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

interface EmbeddedFile {
  name: string;
  reservation: Reservation;
}

interface StoredBody {
  body: PageBody;
  files: EmbeddedFile[];
}

/** Stores images embedded in a page's text as gallery images of the page (content-behaviour §6.7). Call inside a transaction. */
@Injectable()
export class EmbeddedImages {
  private readonly bodies: OutsideResults<StoredBody>;

  constructor(
    database: Database,
    private readonly storedFiles: StoredFiles,
    private readonly images: StoredImages,
    private readonly imageFiles: ImageFileWriter,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {
    this.bodies = new OutsideResults(database);
  }

  ofSave(actor: Actor): EmbeddedImagesOfSave {
    const ids: number[] = [];
    return {
      bodyOf: async (text) => {
        if (text && Object.keys(text.faults).length > 0) invalid(text.faults);
        if (!text || text.images.addresses.length === 0 || !can(actor, 'image-create-all'))
          return text && withStoredImages(text, undefined);
        const { body, files } = await this.bodies.get(
          digestOf(text.images.addresses),
          () => this.store(text),
          async (stored, outcome) => {
            if (outcome === 'undone')
              await this.storedFiles.giveUp(...stored.files.map(({ reservation }) => reservation));
          },
        );
        await this.storedFiles.settle(...files.map(({ reservation }) => reservation));
        for (const { name, reservation } of files) {
          const image = { name, path: imagePathOf(reservation.key), type: 'gallery', uploadedTo: null } as const;
          ids.push((await this.images.addRow(image, actor)).id);
        }
        return body;
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

  /** Writes the files of the images. */
  private async store(text: ParsedPage): Promise<StoredBody> {
    const files: EmbeddedFile[] = [];
    const store: ImageStore = async (image) => {
      if (!(await this.accepts(image))) return '';
      const content = await this.imageFiles.prepare(image.bytes);
      const name = embeddedImageName(image.subtype);
      const reservation = await this.images.reserve('gallery', name);
      files.push({ name, reservation });
      const path = imagePathOf(reservation.key);
      await this.imageFiles.put(path, content);
      return this.settings.baseUrl + path;
    };
    try {
      return { body: await withStoredImages(text, store), files };
    } catch (failure) {
      await this.storedFiles.release(...files.map(({ reservation }) => reservation));
      throw failure;
    }
  }
}

/** Names the images of a text within its transaction. */
function digestOf(addresses: readonly string[]): string {
  const hash = createHash('sha256');
  for (const address of addresses) hash.update(`${address}\n`);
  return hash.digest('base64');
}

export const embeddedImageName = (subtype: string): string =>
  `embedded-image-${randomText(RANDOM_NAME_LENGTH)}.${subtype}`;
