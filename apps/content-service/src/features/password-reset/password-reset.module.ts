import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { WebModule } from '../../web/web.module';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetService } from './password-reset.service';
import { ResetLetters } from './reset-letters';

@Module({
  imports: [DomainModule, WebModule],
  controllers: [PasswordResetController],
  providers: [PasswordResetService, ResetLetters],
})
export class PasswordResetModule {}
