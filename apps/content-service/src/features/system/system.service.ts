import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import packageJson from '../../../../../package.json';
import { SETTINGS, type Settings } from '../../config';
import { Setting } from '../../content/settings/setting.entity';
import { SiteSettings } from '../../content/settings/site-settings';

@Injectable()
export class SystemService {
  constructor(
    @InjectRepository(Setting) private readonly rows: Repository<Setting>,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read() {
    const instance = await this.rows.findOneBy({ name: 'instance-id' });
    const { appName, appLogo } = await this.site.current();
    return {
      version: `v${packageJson.version}`,
      instance_id: instance?.value ?? '',
      app_name: appName,
      app_logo: appLogo,
      base_url: this.settings.baseUrl,
    };
  }
}
