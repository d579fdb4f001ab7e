import { type Actor, CurrentActor, Public } from '@almanac/auth';
import { Problem } from '@almanac/errors';
import { serveFile } from '@almanac/http';
import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { ImageFiles } from '../../content/images/image-files';

/** A stored image rarely changes under its path: only when it is replaced, which changes its record too. */
const PUBLIC_CACHE = 'public, max-age=86400';
/** Browsers may cache the image but must revalidate it, so that access is checked on every request. An unchanged image is a short 304. */
const PRIVATE_CACHE = 'private, no-cache';

/** An uploaded file must never run as a page of this site, even if a browser detects HTML. */
const CONTAINED = "default-src 'none'; sandbox";

/** Serves images under the URLs in their records. The storage mode decides on access (content-behaviour §22). */
@Public()
@Controller('uploads/images')
export class UploadsController {
  constructor(
    private readonly images: ImageFiles,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('*path')
  async read(@CurrentActor() actor: Actor, @Req() request: Request, @Res() response: Response): Promise<void> {
    const image = (await this.images.findFor(actor, decodeURIComponent(request.path))) ?? this.refuse();
    const caching = {
      'Cache-Control': this.images.arePublic ? PUBLIC_CACHE : PRIVATE_CACHE,
      'Content-Security-Policy': CONTAINED,
    };
    response.removeHeader('Expires');
    await serveFile(request, response, { ...image, headers: { ...image.headers, ...caching } });
  }

  private refuse(): never {
    // The reference redirects to its login page here, and its clients look for this header.
    throw new Problem(404, 'Image not found', { headers: { Location: `${this.settings.baseUrl}/login` } });
  }
}
