import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { MfaController } from './mfa.controller';
import { MfaService } from './mfa.service';
import { MfaSetup } from './mfa-setup';
import { SecondFactors } from './second-factors';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [MfaController],
  providers: [MfaService, MfaSetup, SecondFactors],
  exports: [SecondFactors],
})
export class MfaModule {}
