import { type Actor, CurrentActor } from '@almanac/auth';
import { Input } from '@almanac/http';
import { Required, type UploadedFile } from '@almanac/validation';
import { Form, type Next, notify } from '@almanac/web';
import { Get, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { ImageFile } from '../../../content/images/image-input';
import { SiteSettings } from '../../../content/settings/site-settings';
import { SettingsPage } from '../../../web/settings-area/settings-page';
import { UploadedLogos } from './uploaded-logos';

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
  @Render('features/settings/pages/logo')
  async show() {
    const { appLogo } = await this.site.read();
    return { title: 'Logo', appLogo };
  }

  @Form()
  async upload(@Input() { image }: LogoDto, @CurrentActor() actor: Actor, @Req() request: Request): Promise<Next> {
    await this.logos.replace(image, actor);
    notify(request, 'The new logo is in use.');
    return { url: '/settings/application' };
  }
}
