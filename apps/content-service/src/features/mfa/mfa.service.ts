import { Database } from '@almanac/database';
import { invalid } from '@almanac/errors';
import { type Next, notify, SeeOther } from '@almanac/web';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Account } from '../../content/accounts/accounts';
import { PasswordProof } from '../../content/accounts/passwords';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import { AttemptLimits } from '../../content/accounts/attempt-limits';
import { KnownDevices } from '../../web/sessions/known-devices';
import { OneTimeSecrets } from '../../web/sessions/one-time-secrets';
import { WebSessions } from '../../web/sessions/web-sessions';
import { NEW_CODES } from './mfa-setup';
import { SecondFactors } from './second-factors';

const GUESSES = { kind: 'code of', limit: 5, minutes: 5 };
const SECURITY = '/my-account/security';

@Injectable()
export class MfaService {
  constructor(
    private readonly activity: ActivityLog,
    private readonly database: Database,
    private readonly devices: KnownDevices,
    private readonly factors: SecondFactors,
    private readonly limits: AttemptLimits,
    private readonly proof: PasswordProof,
    private readonly sessions: WebSessions,
    private readonly shownOnce: OneTimeSecrets,
  ) {}

  /** The last step of a log-in. */
  async verify(account: Account, code: string, request: Request): Promise<Next> {
    const { actor } = account;
    // Limited per account across all addresses, because codes are short. A known device has its own count, so attackers cannot lock it out.
    const guess = { ...GUESSES, subject: `${this.devices.idFor(request, actor.id) ?? ''} ${actor.id}` };
    await this.limits.count(guess);
    const method = await this.factors.redeem(actor.id, code);
    if (!method) {
      await this.activity.event('auth_login_refused', `second factor; ${activityDetailOf(actor)}`, { id: 0 });
      return invalid({ code: ['This code is not right, or it was used before.'] });
    }
    await this.limits.forget(guess);
    await this.sessions.begin(request, account, { passedSecondFactor: true });
    await this.activity.event('auth_login', `standard; ${activityDetailOf(actor)}`, actor);
    if (method === 'backup-codes')
      notify(request, `You have ${await this.factors.backupCodesLeft(actor.id)} backup codes left.`);
    return this.sessions.arrival(request);
  }

  async renewBackupCodes(account: Account, password: string, request: Request): Promise<Next> {
    requireSetUp(account);
    await this.proof.require(account, password);
    const codes = await this.database.transaction(async () => {
      await this.activity.event('mfa_setup_method', 'backup-codes', account.actor);
      return this.factors.renewBackupCodes(account.actor.id);
    });
    this.shownOnce.keep(request, NEW_CODES, ['Your new backup codes', SECURITY, ...codes]);
    return { url: NEW_CODES };
  }

  showBackupCodes(request: Request) {
    const [title, next, ...codes] = this.shownOnce.take(request, NEW_CODES, SECURITY);
    return { title, section: 'security', codes, next };
  }

  async remove(account: Account, password: string, request: Request): Promise<Next> {
    requireSetUp(account);
    await this.proof.require(account, password);
    await this.database.transaction(async () => {
      // The entry keeps the account, which is locked before its rows.
      await this.activity.event('mfa_remove_method', 'totp', account.actor);
      await this.factors.remove(account.actor.id);
    });
    notify(request, 'Two-step log-in is off.');
    return { url: SECURITY };
  }
}

function requireSetUp({ hasSecondFactor }: Account): void {
  if (!hasSecondFactor) throw new SeeOther(SECURITY);
}
