import { createReadStream } from 'node:fs';
import type { FileStore } from '@almanac/storage';
import type { UploadedFile } from '@almanac/validation';
import type { Reservation, StoredFiles } from '../../content/files/stored-files';
import { randomText } from '../../content/slugs/random-text';
import type { Attachment } from '../../content/items/attachment.entity';

const RANDOM_NAME_LENGTH = 16;
const MAX_TEXT_LENGTH = 255;

/** The target of an attachment. The name is that of the file, also beside a link, for callers who give none. */
type AttachmentContent = { extension: string; name?: string | undefined } & ({ link: string } | { file: UploadedFile });

/** The content in the input; undefined if it has neither. A link takes precedence over a file. */
export function contentOf({ link, file }: { link?: string; file?: UploadedFile }): AttachmentContent | undefined {
  const name = file && (file.originalName.slice(0, MAX_TEXT_LENGTH) || 'file');
  if (link) return { link, extension: '', name };
  if (!file) return undefined;
  return { file, extension: attachmentExtension(file.originalName), name };
}

/** The text after the last dot, also in names such as `.env`. */
export const attachmentExtension = (fileName: string): string =>
  (/\.([^.]*)$/.exec(fileName)?.[1] ?? '').slice(0, MAX_TEXT_LENGTH);

/** The columns of the content. Writes its file, if it has one. Call inside a transaction. */
export async function storedContent(
  content: AttachmentContent,
  files: StoredFiles,
  store: FileStore,
): Promise<Pick<Attachment, 'external' | 'path' | 'extension'>> {
  const { extension } = content;
  if ('link' in content) return { external: true, path: content.link, extension };
  const { path: source } = content.file;
  const path = await files.add({
    source,
    prepare: () => Promise.resolve((key) => store.put(key, createReadStream(source))),
    reserve: () => reserveAttachment(files),
  });
  return { external: false, path, extension };
}

/** Reserves a key, which is independent of the name of the file. */
export async function reserveAttachment(files: StoredFiles): Promise<Reservation> {
  const folder = `uploads/files/attachments/${new Date().toISOString().slice(0, 7)}`;
  return (await files.announce(`${folder}/${randomText(RANDOM_NAME_LENGTH)}`)) ?? reserveAttachment(files);
}
