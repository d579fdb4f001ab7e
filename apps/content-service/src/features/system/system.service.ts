import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import packageJson from '../../../../../package.json';
import { SETTINGS, type Settings } from '../../config';
import { SiteSettings } from '../../content/settings/site-settings';

@Injectable()
export class SystemService {
  constructor(
    private readonly database: Database,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read() {
    const [instance] = await this.database.query<{ value: string }>(
      `SELECT value FROM settings WHERE name = 'instance-id'`,
    );
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
