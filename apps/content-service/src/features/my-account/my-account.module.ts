import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { MfaModule } from '../mfa/mfa.module';
import { TokensModule } from '../tokens/tokens.module';
import { UsersModule } from '../users/users.module';
import { MyAccountController } from './my-account.controller';
import { MyAccountService } from './my-account.service';
import { MyTokens } from './my-tokens';

@Module({
  imports: [AccountsModule, ActivityModule, MfaModule, TokensModule, UsersModule, WebModule],
  controllers: [MyAccountController],
  providers: [MyAccountService, MyTokens],
})
export class MyAccountModule {}
