import { Module } from '@nestjs/common';
import { Accounts } from '../content/accounts/accounts';
import { PasswordProof } from '../content/accounts/password-proof';
import { AttemptLimits } from '../content/accounts/attempt-limits';
import { KnownDevices } from './sessions/known-devices';
import { DomainModule } from '../content/domain.module';
import { PasswordChanges } from '../content/accounts/password-changes';
import { ApiSessions } from './sessions/api-sessions';
import { ShownOnce } from './sessions/shown-once';
import { WebSessions } from './sessions/web-sessions';

const parts = [
  Accounts,
  ApiSessions,
  AttemptLimits,
  KnownDevices,
  PasswordChanges,
  PasswordProof,
  ShownOnce,
  WebSessions,
];

/** Services for HTML pages: sessions, accounts, and limits for password guesses. */
@Module({ imports: [DomainModule], providers: parts, exports: parts })
export class WebModule {}
