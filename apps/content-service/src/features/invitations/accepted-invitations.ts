import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { Accounts } from '../../content/accounts/accounts';
import { ActivityLog } from '../../content/activity/activity-log';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { PasswordChanges } from '../../content/accounts/passwords';

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
