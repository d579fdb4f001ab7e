import { addressKey } from '@almanac/auth';
import { currentRequest, onBehalfOf } from '@almanac/http';
import { Mailer } from '@almanac/mail';
import { detached } from '@almanac/observability';
import { Inject, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { SETTINGS, type Settings } from '../../config';
import { type Account, Accounts } from '../../content/accounts/accounts';
import { ActivityLog } from '../../content/activity/activity-log';
import { AttemptLimits } from '../../content/accounts/attempt-limits';
import { KnownDevices } from '../../web/sessions/known-devices';
import { SiteSettings } from '../../content/settings/site-settings';
import { OneTimeLinks } from '../../content/accounts/one-time-links';

const FROM_ADDRESS = { kind: 'reset from', limit: 20, minutes: 60 };
/** Requests for one account from one address or known device. */
const FROM_PLACE = { kind: 'reset of', limit: 3, minutes: 60 };
/** The same time as the lifetime of a link. */
const TO_ACCOUNT = { kind: 'reset letters to', minutes: 60 };
const MAX_MAILS = 10;

/** Sends links for new passwords. */
@Injectable()
export class ResetMails {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly devices: KnownDevices,
    private readonly limits: AttemptLimits,
    private readonly links: OneTimeLinks,
    private readonly mailer: Mailer,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  /**
   * Takes the same time whether or not the account exists: all work that depends on it runs after the response.
   * @throws Problem 429 with `Retry-After`
   */
  async send(email: string, request: Request): Promise<void> {
    const [account, key] = [await this.accounts.byEmail(email), await this.accounts.keyOf(email)];
    const device = account && this.devices.idFor(request, account.actor.id);
    const address = addressKey(request.ip);
    if (device === undefined) await this.limits.count({ ...FROM_ADDRESS, subject: address });
    await this.limits.count({
      ...FROM_PLACE,
      subject: `${device === undefined ? address : `device ${device}`} ${key}`,
    });
    if (!account) return;
    const sent = onBehalfOf(currentRequest(), () => this.sendTo(account, email, device !== undefined));
    detached(sent, 'sending a link for a new password');
  }

  private async sendTo(account: Account, email: string, isKnownDevice: boolean): Promise<void> {
    // Prevents that requests from many addresses flood a mailbox. The owner is not locked out, because the earlier links still work.
    if (!isKnownDevice && (await this.limits.tally({ ...TO_ACCOUNT, subject: account.actor.id })).attempts > MAX_MAILS)
      return;
    await this.activity.event('auth_password_reset_request', email, { id: 0 });
    const token = await this.links.issue('password-reset', account.actor.id);
    const { appName } = await this.site.current();
    await this.mailer.send({
      to: { name: account.actor.name, address: account.email },
      subject: `A new password for ${appName}`,
      body: [
        `Hello ${account.actor.name},`,
        `a new password was requested for your account at ${appName}.`,
        { label: 'Choose a new password', url: `${this.settings.baseUrl}/password/reset/${token}` },
        'The link works once, within one hour. If you did not request it, ignore this e-mail.',
      ],
    });
  }
}
