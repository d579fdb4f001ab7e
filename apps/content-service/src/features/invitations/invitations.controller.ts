import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Input } from '@almanac/http';
import { PostForm, type Next, notify, WebPage } from '@almanac/web';
import { Get, Injectable, Param, Render, Req } from '@nestjs/common';
import type { Request } from 'express';
import { Accounts } from '../../content/accounts/accounts';
import { NewPasswordDto, PasswordChanges } from '../../content/accounts/passwords';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { ActivityLog } from '../../content/activity/activity-log';

/** Accepts invitations from mails: the invited user chooses a password. */
@Injectable()
export class AcceptedInvitations {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly links: OneTimeLinks,
    private readonly passwords: PasswordChanges,
  ) {}

  /** The e-mail address of the invited user. @throws Problem for a link that is used or expired */
  async invited(token: string): Promise<string> {
    const userId = (await this.links.userOf('invitation', token)) ?? refuseInvitation();
    return (await this.accounts.byId(userId))?.email ?? refuseInvitation();
  }

  accept(token: string, password: string, request: Request): Promise<Next> {
    return this.database.transaction(async () => {
      const userId = (await this.links.redeem('invitation', token)) ?? refuseInvitation();
      const actor = await this.passwords.set(userId, password);
      await this.activity.record('auth_register', actor, actor);
      notify(request, 'Your password is set. You can log in with it now.');
      return { url: '/login' };
    });
  }
}

function refuseInvitation(): never {
  throw new Problem(
    404,
    'This invitation does not work any more: it was used before or has expired. Ask for a new one.',
  );
}

@WebPage('register/invite/:token')
export class InvitationsController {
  constructor(private readonly invitations: AcceptedInvitations) {}

  @Get()
  @Render('features/invitations/accept')
  async show(@Param('token') token: string) {
    return { title: 'Welcome', email: await this.invitations.invited(token) };
  }

  @PostForm()
  accept(@Param('token') token: string, @Input() { password }: NewPasswordDto, @Req() request: Request): Promise<Next> {
    return this.invitations.accept(token, password, request);
  }
}
