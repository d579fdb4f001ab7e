import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { LoginController } from './login.controller';
import { LoginService } from './login.service';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [LoginController],
  providers: [LoginService],
})
export class LoginModule {}
