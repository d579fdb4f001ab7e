import { createHash } from 'node:crypto';
import type { ImageStore, InlineImage } from '../../../text/page/base64-images';
import type { NewImage } from '../../../content/images/stored-images';

/** A stored image without a row yet. */
export type StagedImage = Omit<NewImage, 'uploadedTo'>;

/** Images embedded in a text. The text is parsed twice: to store the images, and to insert their addresses. */
export class EmbeddedFiles {
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
