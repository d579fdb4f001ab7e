import { Module } from '@nestjs/common';
import { Accounts } from '../accounts/accounts';
import { AttemptLimits } from '../attempts/attempt-limits';
import { ApiSessions } from './api-sessions';
import { WebSessions } from './web-sessions';

const parts = [Accounts, AttemptLimits, ApiSessions, WebSessions];

/** What pages for people stand on: sessions, who is logged in, and limits for guesses. */
@Module({ providers: parts, exports: parts })
export class WebModule {}
