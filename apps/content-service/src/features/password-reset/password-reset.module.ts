import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetService } from './password-reset.service';
import { ResetLetters } from './reset-letters';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [PasswordResetController],
  providers: [PasswordResetService, ResetLetters],
})
export class PasswordResetModule {}
