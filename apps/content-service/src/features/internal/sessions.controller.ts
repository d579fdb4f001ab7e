import { Input } from '@almanac/http';
import { Required, Text } from '@almanac/validation';
import { packVisitor, SESSION_PATH, type SharedSession, type SharedSite, SITE_PATH } from '@almanac/web';
import { Get, HttpCode, Inject, Post, Put } from '@nestjs/common';
import type { SessionData } from 'express-session';
import { SiteSettings } from '../../content/settings/site-settings';
import { SETTINGS, type Settings } from '../../config';
import { WebSessions } from '../../web/sessions/web-sessions';
import { uploadedLogo } from '../../web/uploaded-logo';
import { ForServices } from './for-services';

class SessionIdDto {
  @Required()
  @Text()
  id!: string;
}

class SessionDto extends SessionIdDto {
  /** JSON of the session. */
  @Required()
  @Text()
  data!: string;
}

/** The sessions of browsers for the pages of other services, so that one log-in counts for all of them. The gateway does not route it. */
@ForServices()
export class SessionsController {
  constructor(
    private readonly sessions: WebSessions,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /** The id is a secret, so it is not in the address. */
  @Post(SESSION_PATH)
  @HttpCode(200)
  async read(@Input() { id }: SessionIdDto): Promise<SharedSession> {
    const { data, visitor } = await this.sessions.read(id);
    return { data: data ? JSON.stringify(data) : null, ...packVisitor(visitor) };
  }

  @Put(SESSION_PATH)
  @HttpCode(204)
  async write(@Input() { id, data }: SessionDto): Promise<void> {
    await this.sessions.write(id, JSON.parse(data) as SessionData);
  }

  @Get(SITE_PATH)
  async readSite(): Promise<SharedSite> {
    // No caller was looked up, so cached settings may be old.
    const { appName, appLogo } = await this.site.read();
    return { name: appName, logo: uploadedLogo(appLogo, this.settings) };
  }
}
