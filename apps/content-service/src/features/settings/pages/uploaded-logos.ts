import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import type { UploadedFile } from '@almanac/validation';
import { Inject, Injectable } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { ImageContents } from '../../../content/images/image-files';
import { imageFileName } from '../../../content/images/image-input';
import { refuseImage, scaledToFit } from '../../../content/images/scaling';
import { StoredImages } from '../../../content/images/stored-images';
import { SiteSettings } from '../../../content/settings/site-settings';
import { SettingsService } from '../settings.service';

/** Logos fit into a square of this many pixels. */
const LOGO_EDGE = 512;

/** Logos of the site that administrators upload. */
@Injectable()
export class UploadedLogos {
  constructor(
    private readonly database: Database,
    private readonly images: StoredImages,
    private readonly contents: ImageContents,
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
        return (at) => this.contents.put(at, { shown });
      });
      await this.images.addRow({ name: file.originalName, path, type: 'system', uploadedTo: null }, actor);
      await this.settings.update({ app_logo: `${this.environment.baseUrl}${path}` }, actor);
      await this.removeUploaded(former);
    });
  }

  private async removeUploaded(url: string): Promise<void> {
    const [image] = await this.database.query<{ id: number }>(
      `SELECT id FROM images WHERE type = 'system' AND $1 = $2 || path`,
      [url, this.environment.baseUrl],
    );
    if (image) await this.images.remove(image.id);
  }
}
