import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { MfaController } from './mfa.controller';
import { MfaService } from './mfa.service';
import { MfaSetup } from './mfa-setup';
import { BackupCode, TotpSecret } from './second-factor.entity';
import { SecondFactors } from './second-factors';

@Module({
  imports: [AccountsModule, ActivityModule, TypeOrmModule.forFeature([BackupCode, TotpSecret]), WebModule],
  controllers: [MfaController],
  providers: [MfaService, MfaSetup, SecondFactors],
  exports: [SecondFactors],
})
export class MfaModule {}
