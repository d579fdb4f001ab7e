import { Routes } from '@almanac/openapi';
import { KEPT, listSchema } from '../../content/kinds/presentation';
import { ATTACHMENT_IN_LIST_SCHEMA, ATTACHMENT_SCHEMA } from './attachment.presenter';
import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { Id, isKnown, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import type { FileStore } from '@almanac/storage';
import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { CreateAttachmentDto, UpdateAttachmentDto } from './attachments.dto';
import { attachmentListing } from './attachments.listing';
import { AttachmentsService } from './attachments.service';
import { sendWithFile } from './base64-json';

@Routes({
  'GET /': { summary: 'List the attachments that the caller may see', answer: listSchema(ATTACHMENT_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create an attachment', answer: ATTACHMENT_IN_LIST_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read an attachment', answer: ATTACHMENT_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change an attachment',
    description: KEPT,
    answer: ATTACHMENT_IN_LIST_SCHEMA,
    isVersioned: true,
  },
  'DELETE /:id': { name: 'delete', summary: 'Delete an attachment', isVersioned: true },
})
@Controller('api/attachments')
export class AttachmentsController {
  constructor(
    private readonly attachments: AttachmentsService,
    @Inject(FILE_STORE) private readonly files: FileStore,
  ) {}

  @Get()
  list(@Listing(attachmentListing) query: ListQuery, @CurrentActor() actor: Actor) {
    return this.attachments.list(query, actor);
  }

  // The service validates the input, together with the existence of its page.
  @Post()
  @WithVersion()
  @HttpCode(200)
  @Requires('attachment-create-all')
  create(@UncheckedInput(CreateAttachmentDto) input: Unchecked<CreateAttachmentDto>, @CurrentActor() actor: Actor) {
    return this.attachments.create(input, actor);
  }

  @Get(':id')
  async read(
    @Id('Attachment') id: number,
    @CurrentActor() actor: Actor,
    @Req() request: Request,
    @Res() response: Response,
  ) {
    const { etag, show } = await this.attachments.read(id, actor);
    const { attachment, record } = await show();
    if (isKnown(request, response, etag)) response.end();
    else if (attachment.external) response.json({ ...record, content: attachment.path });
    else await sendWithFile(request, response, record, 'content', { files: this.files, key: attachment.path });
  }

  @Put(':id')
  @WithVersion()
  update(
    @Id('Attachment') id: number,
    @UncheckedInput(UpdateAttachmentDto) input: Unchecked<UpdateAttachmentDto>,
    @CurrentActor() actor: Actor,
  ) {
    return this.attachments.update(id, input, actor);
  }

  @Delete(':id')
  @HttpCode(204)
  remove(@Id('Attachment') id: number, @CurrentActor() actor: Actor) {
    return this.attachments.remove(id, actor);
  }
}
