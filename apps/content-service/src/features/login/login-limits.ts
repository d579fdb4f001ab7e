import { addressKey } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../content/accounts/accounts';
import { type Attempt, AttemptLimits, type AttemptWindow, refuseAttempt } from '../../content/accounts/attempt-limits';
import { KnownDevices } from '../../web/sessions/known-devices';

const FROM_ADDRESS = { kind: 'log-in from', limit: 50, minutes: 5 };
/** Attempts for one account from one address or known device. */
const FROM_PLACE = { kind: 'log-in to', limit: 5, minutes: 5 };
const TO_ACCOUNT = { kind: 'log-in to account', minutes: 60 };
const MANY_TO_ACCOUNT = 100;
const LIMIT_WHEN_MANY = 1;

/** A counted attempt. It is deleted if the password was right. */
type Guess = Pick<Attempt, 'kind' | 'subject'> & { window: AttemptWindow };

/**
 * Limits password guesses per account and address together, so that an attacker cannot lock out the owner of an account.
 * After many attempts at an account, each address has fewer left. Devices that logged in before are counted separately.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly accounts: Accounts,
    private readonly devices: KnownDevices,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * Call before the password is checked.
   * @param account undefined if there is none; the limits are the same
   * @throws Problem 429 with `Retry-After`
   */
  async count(request: Request, email: string, account: Account | undefined): Promise<Guess> {
    const key = await this.accounts.keyOf(email);
    const device = account && this.devices.idFor(request, account.actor.id);
    if (device !== undefined) return this.countPlace(`device ${device} ${key}`);
    const address = addressKey(request.ip);
    await this.limits.count({ ...FROM_ADDRESS, subject: address });
    const guess = await this.countPlace(`${address} ${key}`);
    // Counted last, so that attempts that were refused for their address do not reduce the limit of other addresses.
    const { attempts } = await this.limits.tally({ ...TO_ACCOUNT, subject: key });
    if (attempts > MANY_TO_ACCOUNT && guess.window.attempts > LIMIT_WHEN_MANY) refuseAttempt(guess.window);
    return guess;
  }

  private async countPlace(subject: string): Promise<Guess> {
    return { kind: FROM_PLACE.kind, subject, window: await this.limits.count({ ...FROM_PLACE, subject }) };
  }
}
