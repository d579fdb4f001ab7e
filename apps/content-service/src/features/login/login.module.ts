import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { LoginController } from './login.controller';
import { LoginLimits } from './login-limits';
import { LoginService } from './login.service';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [LoginController],
  providers: [LoginLimits, LoginService],
})
export class LoginModule {}
