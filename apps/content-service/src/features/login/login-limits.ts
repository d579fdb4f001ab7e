import { addressKey } from '@almanac/auth';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../domain/accounts/accounts';
import { type Attempt, AttemptLimits, type AttemptWindow, refuseAttempt } from '../../domain/attempts/attempt-limits';
import { KnownDevices } from '../../domain/attempts/known-devices';

const FROM_ADDRESS = { kind: 'log-in from', limit: 50, minutes: 5 };
/** Of one account, from one address or known device. */
const FROM_PLACE = { kind: 'log-in to', limit: 5, minutes: 5 };
const TO_ACCOUNT = { kind: 'log-in to account', minutes: 60 };
const MANY_TO_ACCOUNT = 100;
const LIMIT_WHEN_MANY = 1;

/** Counted, and to be forgotten when the password was right. */
type Guess = Pick<Attempt, 'kind' | 'who'> & { window: AttemptWindow };

/**
 * Counts guesses of passwords so that nobody can lock somebody else out: by account and address together. An account at which many addresses
 * guess takes fewer guesses of each. Devices that logged in before have a count of their own, which others do not touch.
 */
@Injectable()
export class LoginLimits {
  constructor(
    private readonly accounts: Accounts,
    private readonly devices: KnownDevices,
    private readonly limits: AttemptLimits,
  ) {}

  /**
   * Call before the password is looked at.
   * @param account undefined when there is none; the limits are the same
   * @throws Problem 429 with `Retry-After`
   */
  async count(request: Request, email: string, account: Account | undefined): Promise<Guess> {
    const key = await this.accounts.keyOf(email);
    const device = account && this.devices.idFor(request, account.actor.id);
    if (device !== undefined) return this.countPlace(`device ${device} ${key}`);
    const address = addressKey(request.ip);
    await this.limits.count({ ...FROM_ADDRESS, who: address });
    const guess = await this.countPlace(`${address} ${key}`);
    // Counted last: the guesses of an address that was refused already slow nobody else down.
    const { attempts } = await this.limits.tally({ ...TO_ACCOUNT, who: key });
    if (attempts > MANY_TO_ACCOUNT && guess.window.attempts > LIMIT_WHEN_MANY) refuseAttempt(guess.window);
    return guess;
  }

  private async countPlace(who: string): Promise<Guess> {
    return { kind: FROM_PLACE.kind, who, window: await this.limits.count({ ...FROM_PLACE, who }) };
  }
}
