import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { WebModule } from '../../web/web.module';
import { MfaController } from './mfa.controller';
import { MfaService } from './mfa.service';
import { MfaSetup } from './mfa-setup';
import { SecondFactors } from './codes/second-factors';

@Module({
  imports: [DomainModule, WebModule],
  controllers: [MfaController],
  providers: [MfaService, MfaSetup, SecondFactors],
  exports: [SecondFactors],
})
export class MfaModule {}
