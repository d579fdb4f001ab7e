import { createHash } from 'node:crypto';
import type { ImageStore, InlineImage } from '../../../domain/html/base64-images';
import type { NewImage } from '../../../domain/images/stored-images';

/** An image whose file is there and whose row is not. */
export type StagedImage = Omit<NewImage, 'uploadedTo'>;

/** The files of images that came inside a text. The text is looked through twice: to write them, and to put their addresses in. */
export class EmbeddedFiles {
  private readonly byContent = new Map<string, StagedImage>();

  /** All of them. */
  get images(): Iterable<StagedImage> {
    return this.byContent.values();
  }

  /** For the first time. @param write undefined for an image that is not accepted */
  writing(write: (image: InlineImage) => Promise<StagedImage | undefined>): ImageStore {
    return async (image) => {
      const staged = this.byContent.get(digestOf(image)) ?? (await write(image));
      if (staged) this.byContent.set(digestOf(image), staged);
      return staged?.path ?? '';
    };
  }

  /** For the second time: only what was written then is there. */
  addresses(baseUrl: string): ImageStore {
    return (image) => {
      const staged = this.byContent.get(digestOf(image));
      return Promise.resolve(staged ? baseUrl + staged.path : '');
    };
  }
}

const digestOf = ({ subtype, bytes }: InlineImage): string => createHash('sha256').update(`${subtype}\n`).update(bytes).digest('base64');
