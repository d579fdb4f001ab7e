import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { WebModule } from '../../web/web.module';
import { LoginController } from './login.controller';
import { LoginLimits } from './login-limits';
import { LoginService } from './login.service';

@Module({ imports: [DomainModule, WebModule], controllers: [LoginController], providers: [LoginLimits, LoginService] })
export class LoginModule {}
