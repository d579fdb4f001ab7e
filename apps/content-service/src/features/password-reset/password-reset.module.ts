import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetService } from './password-reset.service';
import { ResetMails } from './reset-mails';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [PasswordResetController],
  providers: [PasswordResetService, ResetMails],
})
export class PasswordResetModule {}
