import { Database } from '@almanac/database';
import { Inject, Injectable } from '@nestjs/common';
import packageJson from '../../../../../package.json';
import { SETTINGS, type Settings } from '../../config';

@Injectable()
export class SystemService {
  constructor(
    private readonly database: Database,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async read() {
    const [instance] = await this.database.query<{ value: string }>(
      `SELECT value FROM settings WHERE name = 'instance-id'`,
    );
    return {
      version: `v${packageJson.version}`,
      instance_id: instance?.value ?? '',
      app_name: this.settings.appName,
      app_logo: `${this.settings.baseUrl}/logo.png`,
      base_url: this.settings.baseUrl,
    };
  }
}
