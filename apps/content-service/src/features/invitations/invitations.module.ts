import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { WebModule } from '../../web/web.module';
import { AcceptedInvitations } from './accepted-invitations';
import { InvitationsController } from './invitations.controller';

@Module({ imports: [DomainModule, WebModule], controllers: [InvitationsController], providers: [AcceptedInvitations] })
export class InvitationsModule {}
