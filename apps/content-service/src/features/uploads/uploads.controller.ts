import { pipeline } from 'node:stream/promises';
import { Public } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { type FileStore } from '@almanac/storage';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { FILE_STORE } from '../../domain/files/file-store.provider';

const TYPES: Record<string, string> = { jpg: 'image/jpeg', jpeg: 'image/jpeg', png: 'image/png', gif: 'image/gif', webp: 'image/webp', avif: 'image/avif' }; // prettier-ignore

/** A stored image never changes under its name, except by a replacement that clients find through its record. */
const CACHE_FOR = 'public, max-age=86400';

/** Images by the address that records give for them. They are public, as in the reference's default storage mode. */
@Public()
@Controller('uploads/images')
export class UploadsController {
  constructor(@Inject(FILE_STORE) private readonly files: FileStore) {}

  @Get('*path')
  async read(@Req() request: Request, @Res() response: Response): Promise<void> {
    const key = decodeURIComponent(request.path).slice(1);
    const type = TYPES[key.split('.').at(-1)?.toLowerCase() ?? ''] ?? notFound('Image');
    const length = (await this.files.size(key)) ?? notFound('Image');
    const image = (await this.files.read(key)) ?? notFound('Image');
    response
      .setHeader('Content-Type', type)
      .setHeader('Content-Length', length)
      .setHeader('Cache-Control', CACHE_FOR)
      .removeHeader('Expires');
    // Nothing that was uploaded may act as a page of ours, whatever a browser makes of it.
    response.setHeader('X-Content-Type-Options', 'nosniff').setHeader('Content-Security-Policy', "default-src 'none'; sandbox");
    await pipeline(image, response);
  }
}
