import { Database } from '@almanac/database';
import { Problem } from '@almanac/errors';
import { Mailer } from '@almanac/mail';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { Accounts } from '../../domain/accounts/accounts';
import { ActivityLog } from '../../domain/activity/activity-log';
import { AttemptLimits } from '../../domain/attempts/attempt-limits';
import { LateWork } from '../../domain/late-work/late-work';
import { OneTimeLinks } from '../../domain/one-time-links/one-time-links';
import { PasswordChanges } from '../../domain/passwords/password-changes';
import { notify } from '../../domain/web/page-locals';
import type { Next } from '../../domain/web/web-page';

const PER_EMAIL = { kind: 'reset of', limit: 3, minutes: 60 };
const PER_ADDRESS = { kind: 'reset from', limit: 20, minutes: 60 };

@Injectable()
export class PasswordResetService {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly lateWork: LateWork,
    private readonly limits: AttemptLimits,
    private readonly links: OneTimeLinks,
    private readonly mailer: Mailer,
    private readonly passwords: PasswordChanges,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  get canSend(): boolean {
    return this.mailer.configured;
  }

  /** The same answer in the same time, whether or not there is such an account: all that could tell is done after the answer. */
  async sendLink(email: string, request: Request): Promise<Next> {
    await this.limits.count({ ...PER_ADDRESS, who: request.ip ?? '' }, { ...PER_EMAIL, who: email.toLowerCase() });
    this.lateWork.run('sending a link for a new password failed', () => this.sendIfKnown(email));
    notify(request, 'If an account has this address, a letter with a link is on its way to it. The link works for one hour.');
    return { url: '/password/email' };
  }

  /** @throws Problem 404 when the link was used, has expired, or never was one */
  async requireLink(token: string): Promise<void> {
    if ((await this.links.userOf('password-reset', token)) === undefined) deadLink();
  }

  reset(token: string, password: string, request: Request): Promise<Next> {
    return this.database.transaction(async () => {
      const userId = (await this.links.redeem('password-reset', token)) ?? deadLink();
      const actor = await this.passwords.set(userId, password);
      await this.activity.event('auth_password_reset_update', `(${actor.id}) ${actor.name}`, actor);
      notify(request, 'Your new password is set. You can log in with it now.');
      return { url: '/login' };
    });
  }

  private async sendIfKnown(email: string): Promise<void> {
    const account = await this.accounts.byEmail(email);
    if (!account) return;
    await this.activity.event('auth_password_reset_request', email, { id: 0 });
    const token = await this.links.issue('password-reset', account.actor.id);
    await this.mailer.send({
      to: { name: account.actor.name, address: account.email },
      subject: `A new password for ${this.settings.appName}`,
      body: [
        `Hello ${account.actor.name},`,
        `somebody asked for a new password for your account at ${this.settings.appName}.`,
        { label: 'Choose a new password', url: `${this.settings.baseUrl}/password/reset/${token}` },
        'The link works once and for one hour. If it was not you who asked, you need not do anything.',
      ],
    });
  }
}

function deadLink(): never {
  throw new Problem(404, 'This link does not work any more: it was used before or has expired. Ask for a new one.');
}
