import { Mailer, MailError } from '@almanac/mail';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../../config';
import { Accounts } from '../../../content/accounts/accounts';
import { ActivityLog } from '../../../content/activity/activity-log';
import { SiteSettings } from '../../../content/settings/site-settings';
import type { Outcome, Receiver } from './delivery-queue';

const SYSTEM = { id: 0 };

/** Tells the log, the audit log and the owner that a webhook was switched off. */
@Injectable()
export class SwitchedOffNotice {
  private readonly logger = new Logger('webhooks');

  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly mailer: Mailer,
    private readonly site: SiteSettings,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async send(receiver: Receiver, { error }: Outcome): Promise<void> {
    const { id, name, owned_by } = receiver;
    this.logger.warn(`webhook ${id} was switched off: ${error}`);
    await this.activity.record('webhook_update', receiver, SYSTEM);
    const owner = owned_by === null ? undefined : await this.accounts.byId(owned_by);
    if (!owner || !this.mailer.configured) return;
    const { appName } = await this.site.current();
    try {
      await this.mailer.send({
        to: { name: owner.actor.name, address: owner.email },
        subject: `A webhook of ${appName} was switched off`,
        body: [
          `Hello ${owner.actor.name},`,
          `the webhook "${name}" (number ${id}) of ${appName} at ${this.settings.baseUrl} accepts no messages any more. Its last error: ${error}.`,
          'Repair the receiver, and save the webhook with `active` again. The log of deliveries can deliver messages again.',
        ],
      });
    } catch (failure) {
      // The webhook is off, and its field and the logs say so.
      if (!(failure instanceof MailError)) throw failure;
      this.logger.warn('the notice about a webhook could not be sent', failure);
    }
  }
}
