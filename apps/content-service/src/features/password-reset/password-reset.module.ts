import { Module } from '@nestjs/common';
import { DomainModule } from '../../domain/domain.module';
import { WebModule } from '../../domain/web/web.module';
import { PasswordResetController } from './password-reset.controller';
import { PasswordResetService } from './password-reset.service';

@Module({ imports: [DomainModule, WebModule], controllers: [PasswordResetController], providers: [PasswordResetService] })
export class PasswordResetModule {}
