import { type Actor, CurrentActor } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Id, serveFile } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { isSafeLink } from '@almanac/validation';
import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { AttachmentsService } from './attachments.service';
import { downloadable } from './downloadable';

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
