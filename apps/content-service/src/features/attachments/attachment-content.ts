import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import type { UploadedFile } from '@almanac/validation';
import type { StoredFiles } from '../../content/files/stored-files';
import { randomText } from '../../content/slugs/random-text';
import type { Attachment } from '../../content/items/attachment.entity';

const RANDOM_NAME_LENGTH = 16;
const MAX_TEXT_LENGTH = 255;

/** The target of an attachment: a link or a file. */
type AttachmentContent = Pick<Attachment, 'external' | 'path' | 'extension'> & {
  /** The default name if the caller gives none; links have no default. */
  name?: string;
  file?: UploadedFile;
};

/** The content in the input; undefined if it has neither. A link takes precedence over a file. The key is independent of the file name. */
export function contentOf({ link, file }: { link?: string; file?: UploadedFile }): AttachmentContent | undefined {
  if (link) return { external: true, path: link, extension: '' };
  if (!file) return undefined;
  return {
    external: false,
    path: newAttachmentKey(),
    extension: attachmentExtension(file.originalName),
    name: file.originalName.slice(0, MAX_TEXT_LENGTH) || 'file',
    file,
  };
}

export const newAttachmentKey = (): string =>
  `uploads/files/attachments/${new Date().toISOString().slice(0, 7)}/${randomText(RANDOM_NAME_LENGTH)}`;

export const attachmentExtension = (fileName: string): string => extname(fileName).slice(1, MAX_TEXT_LENGTH + 1);

/** Runs work that stores the content. Reserves the key of its file first, and removes the file if the work fails. */
export async function withPlaceFor<T>(
  content: AttachmentContent | undefined,
  files: StoredFiles,
  work: () => Promise<T>,
): Promise<T> {
  if (!content?.file) return work();
  await files.announce(content.path);
  return files.during(content.path, work);
}

/** Writes the file of the content, if it has one. Call inside the transaction of its row. */
export async function writeContent({ path, file }: AttachmentContent, files: StoredFiles): Promise<void> {
  if (file) await files.write(path, createReadStream(file.path));
}
