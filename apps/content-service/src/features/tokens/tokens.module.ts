import { CachedVerifier, TokenVerifier } from '@almanac/auth';
import { Snapshots } from '@almanac/database';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { TokenPagesController } from './pages/token-pages.controller';
import { AllTokensController } from './all-tokens.controller';
import { ApiTokensController } from './api-tokens.controller';
import { ApiTokensRepository } from './api-tokens.repository';
import { ApiTokensService } from './api-tokens.service';
import { DatabaseTokenVerifier } from './authentication/database-token-verifier';
import { TokenUse } from './authentication/token-use';
import { ApiToken } from '../../content/accounts/api-token.entity';
import { User } from '../../content/accounts/user.entity';

@Module({
  imports: [ActivityModule, WebModule, TypeOrmModule.forFeature([ApiToken, User])],
  controllers: [AllTokensController, ApiTokensController, TokenPagesController],
  providers: [
    ApiTokensRepository,
    ApiTokensService,
    DatabaseTokenVerifier,
    TokenUse,
    {
      provide: TokenVerifier,
      useFactory: (verifier: DatabaseTokenVerifier, snapshots: Snapshots) =>
        new CachedVerifier(verifier, () => snapshots.current()),
      inject: [DatabaseTokenVerifier, Snapshots],
    },
  ],
  exports: [ApiTokensService, DatabaseTokenVerifier, TokenVerifier],
})
export class TokensModule {}
