import { Module } from '@nestjs/common';
import { Accounts } from '../accounts/accounts';
import { PasswordProof } from '../accounts/password-proof';
import { AttemptLimits } from '../attempts/attempt-limits';
import { KnownDevices } from '../attempts/known-devices';
import { DomainModule } from '../domain.module';
import { PasswordChanges } from '../passwords/password-changes';
import { ApiSessions } from './api-sessions';
import { ShownOnce } from './shown-once';
import { WebSessions } from './web-sessions';

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
