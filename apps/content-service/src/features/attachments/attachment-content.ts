import { createReadStream } from 'node:fs';
import type { UploadedFile } from '@almanac/validation';
import type { StoredFiles } from '../../content/files/stored-files';
import { randomText } from '../../content/slugs/random-text';
import type { Attachment } from '../../content/items/attachment.entity';

const RANDOM_NAME_LENGTH = 16;
const MAX_TEXT_LENGTH = 255;

/** The target of an attachment: a link or a file. */
type AttachmentContent = Pick<Attachment, 'external' | 'path' | 'extension'> & {
  /** The default name if the caller gives none: that of the file, also beside a link. */
  name?: string | undefined;
  file?: UploadedFile;
};

/** The content in the input; undefined if it has neither. A link takes precedence over a file. The key is independent of the file name. */
export function contentOf({ link, file }: { link?: string; file?: UploadedFile }): AttachmentContent | undefined {
  const name = file && (file.originalName.slice(0, MAX_TEXT_LENGTH) || 'file');
  if (link) return { external: true, path: link, extension: '', name };
  if (!file) return undefined;
  return {
    external: false,
    path: newAttachmentKey(),
    extension: attachmentExtension(file.originalName),
    name,
    file,
  };
}

export const newAttachmentKey = (): string =>
  `uploads/files/attachments/${new Date().toISOString().slice(0, 7)}/${randomText(RANDOM_NAME_LENGTH)}`;

/** The text after the last dot, also in names such as `.env`. */
export const attachmentExtension = (fileName: string): string =>
  (/\.([^.]*)$/.exec(fileName)?.[1] ?? '').slice(0, MAX_TEXT_LENGTH);

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
