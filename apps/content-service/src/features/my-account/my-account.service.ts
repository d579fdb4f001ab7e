import { Database } from '@almanac/database';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../content/accounts/accounts';
import { ActivityLog } from '../../content/activity/activity-log';
import { PasswordChanges, PasswordProof } from '../../content/accounts/passwords';
import { WebSessions } from '../../web/sessions/web-sessions';
import { SecondFactors } from '../mfa/second-factors';
import { UsersService } from '../users/users.service';
import type { ChangePasswordDto, ProfileDto } from './my-account.dto';

@Injectable()
export class MyAccountService {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly passwords: PasswordChanges,
    private readonly proof: PasswordProof,
    private readonly sessions: WebSessions,
    private readonly users: UsersService,
  ) {}

  /** A change of the e-mail address requires the password, because the owner of the address can reset the password. */
  async changeProfile(
    account: Account,
    { name, email, password_current = '' }: ProfileDto,
    request: Request,
  ): Promise<Next> {
    if (email !== account.email) await this.proof.require(account, password_current);
    await this.users.updateProfile(account.actor.id, { name, email }, account.actor);
    notify(request, 'Your account is saved.');
    return { url: '/my-account' };
  }

  async security({ actor, hasSecondFactor, needsSecondFactor }: Account) {
    const codesLeft = await this.factors.backupCodesLeft(actor.id);
    return { title: 'Security', section: 'security', hasSecondFactor, needsSecondFactor, codesLeft };
  }

  /** All other sessions of the user end with the old password; this session continues with a new id. */
  async changePassword(
    account: Account,
    { password, password_current }: ChangePasswordDto,
    request: Request,
  ): Promise<Next> {
    await this.proof.require(account, password_current);
    const { actor } = account;
    await this.database.transaction(async () => {
      await this.passwords.set(actor.id, password);
      await this.activity.record('user_update', actor, actor);
    });
    const changed = (await this.accounts.byId(actor.id)) ?? account;
    await this.sessions.begin(request, changed, { passedSecondFactor: account.hasSecondFactor });
    notify(request, 'Your new password is set. You are logged out everywhere else.');
    return { url: '/my-account/security' };
  }
}
