import { Visitors } from '@almanac/web';
import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { KnownDevices } from './sessions/known-devices';
import { CachedHtmlInterceptor } from './cached-html.interceptor';
import { AccountsModule } from '../content/accounts/accounts.module';
import { ApiSessions } from './sessions/api-sessions';
import { OneTimeSecrets } from './sessions/one-time-secrets';
import { WebSessions } from './sessions/web-sessions';

const parts = [ApiSessions, KnownDevices, OneTimeSecrets, WebSessions, { provide: Visitors, useExisting: WebSessions }];

/** Sessions of browsers, and all that HTML pages share. */
@Module({
  imports: [AccountsModule],
  providers: [...parts, { provide: APP_INTERCEPTOR, useClass: CachedHtmlInterceptor }],
  exports: parts,
})
export class WebModule {}
