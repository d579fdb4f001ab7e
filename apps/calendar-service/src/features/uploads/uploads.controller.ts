import { contentDisposition, serveFile } from '@almanac/http';
import type { FileStore } from '@almanac/storage';
import { imageTypeOfEnding, mediaOf } from '@almanac/validation';
import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { Routes } from '@almanac/openapi';
import { FILE_STORE } from '../../calendar/images/image-store';
import { noRoute } from '../../calendar/addresses/path-id';

const HEADERS = {
  // A changed image gets a new name.
  'Cache-Control': 'public, max-age=31536000, immutable',
  // A foreign file must never run as a page of ours, even if a browser takes it for HTML.
  'Content-Security-Policy': "default-src 'none'; sandbox",
};

/** Image files, for all callers who know their address, as in the reference. */
@Routes({
  'GET /:month/:file': {
    summary: 'The file of an image, or of a smaller form of it',
    answer: { type: 'string', format: 'binary' },
    mediaType: 'image/*',
    isVersioned: true,
  },
})
@Controller('uploads/images')
export class UploadsController {
  constructor(@Inject(FILE_STORE) private readonly files: FileStore) {}

  @Get(':month/:file')
  async read(
    @Param('month') month: string,
    @Param('file') file: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const key = `images/${month}/${file}`;
    const type = imageTypeOfEnding(file.replace(/^.*\./, ''));
    const facts = type === undefined ? undefined : await this.files.stat(key);
    if (type === undefined || facts === undefined) return noRoute();
    response.removeHeader('Expires');
    await serveFile(request, response, {
      size: facts.size,
      type: mediaOf(type),
      version: `${facts.size.toString(36)}-${facts.modifiedAt.getTime().toString(36)}`,
      headers: { ...HEADERS, 'Content-Disposition': contentDisposition('inline', file) },
      read: (range) => this.files.read(key, range),
    });
  }
}
