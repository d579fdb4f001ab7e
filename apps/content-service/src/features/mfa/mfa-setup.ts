import { Database } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { type Next, SeeOther } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { toString as drawQrCode } from 'qrcode';
import type { Account } from '../../content/accounts/accounts';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import { SiteSettings } from '../../content/settings/site-settings';
import { OneTimeSecrets } from '../../web/sessions/one-time-secrets';
import { WebSessions } from '../../web/sessions/web-sessions';
import { SecondFactors } from './second-factors';
import { newTotpSecret, readableSecret, totpAddress, totpStep } from './totp';

declare module 'express-session' {
  interface SessionData {
    /** The encrypted key that was shown and is not confirmed by a code yet. */
    offeredKey?: string;
  }
}

/** The page that shows backup codes. */
export const NEW_CODES = '/mfa/new-codes';

/** Sets up two-step log-in: shows a key and activates it after the first valid code. */
@Injectable()
export class MfaSetup {
  constructor(
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly factors: SecondFactors,
    private readonly sessions: WebSessions,
    private readonly shownOnce: OneTimeSecrets,
    private readonly site: SiteSettings,
  ) {}

  async show(account: Account, request: Request) {
    refuseSecond(account);
    const { id } = account.actor;
    // Reloading the page keeps the key. Otherwise a mistyped code would invalidate the entry in the authenticator app.
    request.session.offeredKey ??= this.factors.sealed(newTotpSecret(), id);
    const secret = this.factors.unsealed(request.session.offeredKey, id);
    const image = await drawQrCode(totpAddress(secret, (await this.site.current()).appName, account.email), {
      type: 'svg',
      margin: 2,
    });
    return {
      title: 'Set up two-step log-in',
      section: 'security',
      isRequired: account.needsSecondFactor,
      key: readableSecret(secret),
      qrCode: `data:image/svg+xml;base64,${Buffer.from(image).toString('base64')}`,
    };
  }

  async confirm(account: Account, code: string, request: Request): Promise<Next> {
    refuseSecond(account);
    const { actor } = account;
    const { offeredKey, returnTo = '/my-account/security' } = request.session;
    const secret = offeredKey === undefined ? undefined : this.factors.unsealed(offeredKey, actor.id);
    const step = secret === undefined ? undefined : totpStep(secret, code.replaceAll(/\s/g, ''));
    if (secret === undefined || step === undefined)
      return invalid({ code: ['This code is not right. Check the clock of your device, and enter the next code.'] });
    const codes = await this.database.transaction(async () => {
      await this.factors.setUp(actor.id, secret, step);
      await this.activity.event('mfa_setup_method', 'totp', actor);
      await this.activity.event('mfa_setup_method', 'backup-codes', actor);
      // For users who must set up a second factor first, the log-in is complete only now.
      if (account.needsSecondFactor)
        await this.activity.event('auth_login', `standard; ${activityDetailOf(actor)}`, actor);
      return this.factors.renewBackupCodes(actor.id);
    });
    await this.sessions.begin(request, { ...account, hasSecondFactor: true }, { passedSecondFactor: true });
    delete request.session.returnTo;
    this.shownOnce.keep(request, NEW_CODES, ['Two-step log-in is on', returnTo, ...codes]);
    return { url: NEW_CODES };
  }
}

function refuseSecond({ hasSecondFactor }: Account): void {
  if (hasSecondFactor) throw new SeeOther('/my-account/security');
}
