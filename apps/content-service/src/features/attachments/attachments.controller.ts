import { type Actor, CurrentActor, Requires } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { Id, isNotModified, sendStream, type Unchecked, UncheckedInput, WithVersion } from '@almanac/http';
import { Listing, type ListQuery } from '@almanac/listing';
import { Routes } from '@almanac/openapi';
import type { FileStore } from '@almanac/storage';
import { Controller, Delete, Get, HttpCode, Inject, Post, Put, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FILE_STORE } from '../../content/files/file-store.provider';
import { PARTIAL_UPDATE, listSchema } from '../../content/kinds/presentation';
import { ATTACHMENT_IN_LIST_SCHEMA, ATTACHMENT_SCHEMA } from './attachment.presenter';
import { CreateAttachmentDto, UpdateAttachmentDto } from './attachments.dto';
import { attachmentListing } from './attachments.repository';
import { AttachmentsService } from './attachments.service';

@Routes({
  'GET /': { summary: 'List the attachments that the caller may see', answer: listSchema(ATTACHMENT_IN_LIST_SCHEMA) },
  'POST /': { summary: 'Create an attachment', answer: ATTACHMENT_IN_LIST_SCHEMA, isVersioned: true },
  'GET /:id': { summary: 'Read an attachment', answer: ATTACHMENT_SCHEMA, isVersioned: true },
  'PUT /:id': {
    summary: 'Change an attachment',
    description: PARTIAL_UPDATE,
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
    if (isNotModified(request, response, etag)) response.end();
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

/** Base64 encodes three bytes as four characters. */
const GROUP = 3;

/**
 * Answers with a JSON object. Its last member contains a stored file as base64. The file is encoded as a stream, because it may be large
 * and many requests may run at once.
 * @param record an object with at least one member
 * @throws Problem 404 if the file is missing
 */
async function sendWithFile(
  { method }: Request,
  response: Response,
  record: object,
  member: string,
  { files, key }: { files: FileStore; key: string },
): Promise<void> {
  const { size } = (await files.stat(key)) ?? notFound('File');
  const before = `${JSON.stringify(record).slice(0, -1)},${JSON.stringify(member)}:"`;
  const after = '"}';
  const length = Buffer.byteLength(before) + Math.ceil(size / GROUP) * (GROUP + 1) + after.length;
  const bytes = method === 'HEAD' ? undefined : ((await files.read(key)) ?? notFound('File'));
  response.setHeader('Content-Type', 'application/json; charset=utf-8').setHeader('Content-Length', length);
  if (!bytes) response.end();
  else await sendStream(response, around(before, asBase64(bytes), after));
}

async function* around(before: string, middle: AsyncIterable<string>, after: string): AsyncGenerator<string> {
  yield before;
  yield* middle;
  yield after;
}

/** Encodes whole groups only; the remaining bytes are prepended to the next chunk. */
async function* asBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let left = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = left.length > 0 ? Buffer.concat([left, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % GROUP);
    left = Buffer.from(bytes.subarray(whole));
    yield bytes.toString('base64', 0, whole);
  }
  yield left.toString('base64');
}
