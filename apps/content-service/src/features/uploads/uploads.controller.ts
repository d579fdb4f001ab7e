import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { notFound } from '@almanac/errors';
import { serveFile } from '@almanac/http';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { ImageFiles } from '../../domain/images/image-files';

/** A stored image rarely changes under its name: only a replacement does that, and its record tells of it. */
const PUBLIC_CACHE = 'public, max-age=86400';
/** May be kept, but whether the caller may still have it is asked every time; the answer is a short 304. */
const PRIVATE_CACHE = 'private, no-cache';

/** Nothing that was uploaded may act as a page of ours, whatever a browser makes of it. */
const CONTAINED = "default-src 'none'; sandbox";

/** Images by the address that records give for them; who gets them is for the storage mode to say (content-behaviour §22). */
@Public()
@Controller('uploads/images')
export class UploadsController {
  constructor(
    private readonly images: ImageFiles,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('*path')
  async read(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response): Promise<void> {
    const image = (await this.images.findFor(actor, decodeURIComponent(request.path))) ?? this.refuse(response);
    const caching = { 'Cache-Control': this.images.arePublic ? PUBLIC_CACHE : PRIVATE_CACHE, 'Content-Security-Policy': CONTAINED };
    response.removeHeader('Expires');
    await serveFile(request, response, { ...image, headers: { ...image.headers, ...caching } });
  }

  private refuse(response: Response): never {
    // Clients of the reference are sent to its login page from here, and look for it in this header.
    response.setHeader('Location', `${this.settings.baseUrl}/login`);
    notFound('Image');
  }
}
