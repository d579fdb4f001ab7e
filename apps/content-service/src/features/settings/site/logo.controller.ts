import { type Actor, CurrentActor } from '@almanac/auth';
import { Database, selectColumns, sql } from '@almanac/database';
import { Input } from '@almanac/http';
import { Required, type UploadedFile } from '@almanac/validation';
import { PostForm, type Next, notify } from '@almanac/web';
import { Get, Inject, Injectable, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../../config';
import { Image } from '../../../content/images/image.entity';
import { ImageFileWriter } from '../../../content/images/image-files';
import { imageFileName, ImageFile } from '../../../content/images/image-input';
import { refuseImage, scaledToFit } from '../../../content/images/scaling';
import { StoredImages } from '../../../content/images/stored-images';
import { SiteSettings } from '../../../content/settings/site-settings';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { SettingsService } from '../settings.service';

/** Logos fit into a square of this many pixels. */
const LOGO_EDGE = 512;

/** Logos of the site that administrators upload. */
@Injectable()
export class UploadedLogos {
  constructor(
    private readonly database: Database,
    private readonly images: StoredImages,
    private readonly contents: ImageFileWriter,
    private readonly site: SiteSettings,
    private readonly settings: SettingsService,
    @Inject(SETTINGS) private readonly environment: Settings,
  ) {}

  /** Stores the file, and deletes the former uploaded logo. @throws Problem 422 when the file cannot be decoded */
  async replace(file: UploadedFile, actor: Actor): Promise<void> {
    await this.database.transaction(async () => {
      const former = (await this.site.read()).appLogo ?? '';
      const fileName = imageFileName(file.originalName, file.extension);
      const path = await this.images.addFile({ source: file.path, type: 'system', fileName }, async () => {
        const shown = await scaledToFit(file.path, LOGO_EDGE).catch(refuseImage);
        return (at) => this.contents.put(at, { publicFile: shown });
      });
      await this.images.addRow({ name: file.originalName, path, type: 'system', uploadedTo: null }, actor);
      await this.settings.update({ app_logo: `${this.environment.baseUrl}${path}` }, actor);
      await this.removeUploaded(former);
    });
  }

  private async removeUploaded(url: string): Promise<void> {
    const [image] = await this.database.query(
      sql`SELECT ${selectColumns(Image, 'image', 'id')} FROM images image WHERE type = 'system' AND $1 = $2 || path`,
      [url, this.environment.baseUrl],
    );
    if (image) await this.images.remove(image.id);
  }
}

class LogoDto {
  @Required()
  @ImageFile()
  image!: UploadedFile;
}

@SettingsPage('settings/application/logo')
export class LogoController {
  constructor(
    private readonly site: SiteSettings,
    private readonly logos: UploadedLogos,
  ) {}

  @Get()
  @Render('features/settings/site/logo')
  async show() {
    const { appLogo } = await this.site.read();
    return { title: 'Logo', appLogo };
  }

  @PostForm()
  async upload(@Input() { image }: LogoDto, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    await this.logos.replace(image, actor);
    notify(request, 'The new logo is in use.');
    return { url: '/settings/application' };
  }
}
