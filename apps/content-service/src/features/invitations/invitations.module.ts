import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { WebModule } from '../../web/web.module';
import { AcceptedInvitations, InvitationsController } from './invitations.controller';

@Module({
  imports: [AccountsModule, ActivityModule, WebModule],
  controllers: [InvitationsController],
  providers: [AcceptedInvitations],
})
export class InvitationsModule {}
