import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Mailer } from '@almanac/mail';
import { type Next, notify } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { ActivityLog } from '../../content/activity/activity-log';
import { KnownDevices } from '../../web/sessions/known-devices';
import { OneTimeLinks } from '../../content/accounts/one-time-links';
import { PasswordChanges } from '../../content/accounts/passwords';
import { ResetMails } from './reset-mails';

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly devices: KnownDevices,
    private readonly mails: ResetMails,
    private readonly links: OneTimeLinks,
    private readonly mailer: Mailer,
    private readonly passwords: PasswordChanges,
  ) {}

  get canSend(): boolean {
    return this.mailer.configured;
  }

  async sendLink(email: string, request: Request): Promise<Next> {
    await this.mails.send(email, request);
    notify(
      request,
      'If an account has this address, an e-mail with a link is on its way. The link works for one hour.',
    );
    return { url: '/password/email' };
  }

  /** @throws Problem 404 if the link was used, has expired, or never existed */
  async requireLink(token: string): Promise<void> {
    if ((await this.links.userOf('password-reset', token)) === undefined) refuseLink();
  }

  async reset(token: string, password: string, request: Request): Promise<Next> {
    const actor = await this.database.transaction(async () => {
      const userId = (await this.links.redeem('password-reset', token)) ?? refuseLink();
      const owner = await this.passwords.set(userId, password);
      await this.activity.record('auth_password_reset_update', owner, owner);
      return owner;
    });
    // The link proved the owner of the account, so earlier wrong guesses from this device must not block the log-in.
    this.devices.remember(request, actor.id);
    notify(request, 'Your new password is set. You can log in with it now.');
    return { url: '/login' };
  }
}

function refuseLink(): never {
  throw new Problem(404, 'This link does not work any more: it was used before or has expired. Ask for a new one.');
}
