import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { UploadedFile } from '@almanac/validation';
import type { StoredFiles } from '../../domain/files/stored-files';
import { randomText } from '../../domain/slugs/random-text';
import type { Attachment } from './attachment.entity';

const RANDOM_NAME_LENGTH = 16;
const LONGEST_TEXT = 255;

/** What an attachment leads to: a link or a file. */
export type AttachmentContent = Pick<Attachment, 'external' | 'path' | 'extension'> & {
  /** The name that it has unless the caller gives one; links have none. */
  name?: string;
  file?: UploadedFile;
};

/** What was sent; undefined when neither. A link wins over a file that came with it. Nothing of a file's name gets into its key. */
export function contentOf({ link, file }: { link?: string; file?: UploadedFile }): AttachmentContent | undefined {
  if (link) return { external: true, path: link, extension: '' };
  if (!file) return undefined;
  return {
    external: false,
    path: newAttachmentKey(),
    extension: attachmentExtension(file.originalName),
    name: file.originalName.slice(0, LONGEST_TEXT) || 'file',
    file,
  };
}

export const newAttachmentKey = (): string =>
  `uploads/files/attachments/${new Date().toISOString().slice(0, 7)}/${randomText(RANDOM_NAME_LENGTH)}`;

export const attachmentExtension = (fileName: string): string => extname(fileName).slice(1, LONGEST_TEXT + 1);

/** Does work that needs a place for the content's file, which is free again if the work fails. */
export async function withPlaceFor<T>(content: AttachmentContent | undefined, files: StoredFiles, work: () => Promise<T>): Promise<T> {
  if (!content?.file) return work();
  await files.announce(content.path);
  return files.during(content.path, work);
}

/** Writes the content's file, if it is one. Call inside the transaction of its row. */
export async function writeContent({ path, file }: AttachmentContent, files: StoredFiles): Promise<void> {
  if (file) await files.write(path, createReadStream(file.path));
}
