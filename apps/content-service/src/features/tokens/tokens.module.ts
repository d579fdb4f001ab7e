import { CachedVerifier, TokenVerifier } from '@almanac/auth';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Accounts } from '../../content/accounts/accounts';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { TokenSiteController } from './site/token-site.controller';
import { AllTokensController, ApiTokensController } from './api-tokens.controller';
import { ApiTokensRepository } from './api-tokens.repository';
import { ApiTokensService } from './api-tokens.service';
import { DatabaseTokenVerifier } from './authentication/database-token-verifier';
import { TokenUse } from './authentication/token-use';
import { expiryAfter } from './authentication/token-values';
import { ApiToken } from '../../content/accounts/api-token.entity';
import { User } from '../../content/accounts/user.entity';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule, TypeOrmModule.forFeature([ApiToken, User])],
  controllers: [AllTokensController, ApiTokensController, TokenSiteController],
  providers: [
    ApiTokensRepository,
    ApiTokensService,
    DatabaseTokenVerifier,
    TokenUse,
    {
      provide: TokenVerifier,
      // The day is part of the state, because tokens expire when a day begins.
      useFactory: (verifier: DatabaseTokenVerifier, accounts: Accounts) =>
        new CachedVerifier(verifier, async () => `${await accounts.version()} ${expiryAfter({})}`),
      inject: [DatabaseTokenVerifier, Accounts],
    },
  ],
  exports: [ApiTokensService, DatabaseTokenVerifier, TokenVerifier],
})
export class TokensModule {}
