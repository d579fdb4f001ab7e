import { buffer } from 'node:stream/consumers';
import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { contentDisposition, Id, type ServedFile, serveFile } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { isSafeLink } from '@almanac/validation';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { fileTypeFromBuffer } from 'file-type';
import { FILE_STORE } from '../../content/files/file-store.provider';
import type { AttachmentDetailRow } from './attachments.repository';
import { AttachmentsService } from './attachments.service';

/** The public addresses of attachments: they serve the file, or redirect to the URL of a link. */
@Controller('attachments')
export class AttachmentDownloadsController {
  constructor(
    private readonly attachments: AttachmentsService,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  @Get(':id')
  async open(
    @Id('Attachment') id: number,
    @Query('open') open: unknown,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const attachment = await this.attachments.find(id, actor);
    if (!attachment.external)
      await serveFile(request, response, await downloadable(attachment, this.files, { open: open === 'true' }));
    else if (isSafeLink(attachment.path)) response.redirect(attachment.path);
    else notFound('Attachment');
  }
}

/** So many bytes suffice to detect the type of a file. */
const HEAD_BYTES = 4100;
const UNKNOWN = 'application/octet-stream';
const PDF = 'application/pdf';
/** Media types that a browser may show because it runs no code of them. All text is served as plain text, also HTML. */
const INLINE_TYPES =
  /^(image\/(jpeg|png|gif|webp|avif)|application\/pdf|text\/plain; charset=utf-8|(audio|video)\/[\w.+-]+)$/;

/**
 * The file of an attachment for browsers: a download by default, inline if the caller asked for that and the type is safe.
 * @throws Problem 404 if the file is not in the store
 */
async function downloadable(
  attachment: AttachmentDetailRow,
  files: FileStore,
  { open }: { open: boolean },
): Promise<ServedFile> {
  const key = attachment.path;
  const facts = await files.stat(key);
  const head = await files.read(key, { start: 0, end: HEAD_BYTES - 1 });
  if (!facts || !head) return notFound('File');
  const type = await inlineTypeOf(await buffer(head));
  const kind = open && type !== UNKNOWN ? 'inline' : 'attachment';
  const headers: Record<string, string> = {
    'Content-Disposition': contentDisposition(kind, fileNameOf(attachment)),
    'Cache-Control': 'private, no-cache',
    // The PDF viewers of browsers do not work in a sandbox. Without one they still run no code with our origin.
    'Content-Security-Policy': type === PDF ? "frame-ancestors 'self'" : "default-src 'none'; sandbox",
  };
  // A file never changes under its key: a new one gets a new key.
  return {
    size: facts.size,
    type,
    version: key.replace(/^.*\//, ''),
    headers,
    read: (range) => files.read(key, range),
  };
}

/** The media type, detected from the content; `UNKNOWN` for types that must not be shown. */
async function inlineTypeOf(head: Buffer): Promise<string> {
  const type = (await fileTypeFromBuffer(head))?.mime ?? (isText(head) ? 'text/plain; charset=utf-8' : UNKNOWN);
  return INLINE_TYPES.test(type) ? type : UNKNOWN;
}

function isText(head: Buffer): boolean {
  if (head.includes(0)) return false;
  try {
    // The last character may be incomplete, which is no error for a streaming decoder.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

const fileNameOf = ({ name, extension }: AttachmentDetailRow): string =>
  name.includes('.') || !extension ? name : `${name}.${extension}`;
