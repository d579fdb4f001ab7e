import { addressKey, passwordMatches } from '@almanac/auth';
import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../content/accounts/accounts';
import { ActivityLog, activityDetailOf } from '../../content/activity/activity-log';
import {
  type Attempt,
  AttemptLimits,
  type CountedAttempts,
  refuseAttempt,
} from '../../content/accounts/attempt-limits';
import { type Next, notify } from '@almanac/web';
import { KnownDevices } from '../../web/sessions/known-devices';
import { WebSessions } from '../../web/sessions/web-sessions';
import type { LoginDto } from './login.dto';

/** The same message for every reason, so that it does not reveal which e-mail addresses have an account. */
const REFUSED = 'These credentials do not match our records.';

const FROM_ADDRESS = { kind: 'log-in from', limit: 50, minutes: 5 };
/** Attempts for one account from one address or known device. */
const FROM_PLACE = { kind: 'log-in to', limit: 5, minutes: 5 };
const TO_ACCOUNT = { kind: 'log-in to account', minutes: 60 };
const MANY_TO_ACCOUNT = 100;
const LIMIT_WHEN_MANY = 1;

/** A counted attempt. It is deleted if the password was right. */
type Guess = Pick<Attempt, 'kind' | 'subject'> & { window: CountedAttempts };

@Injectable()
export class LoginService {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly attempts: AttemptLimits,
    private readonly devices: KnownDevices,
    private readonly sessions: WebSessions,
  ) {}

  /** Opens a session. Users with a second factor are redirected to it, and are logged in only after it. */
  async logIn(request: Request, { email, password }: LoginDto, returnTo: string | undefined): Promise<Next> {
    const account = await this.accounts.byEmail(email);
    const guess = await this.count(request, email, account);
    const matches = await passwordMatches(account?.passwordHash ?? null, password);
    if (!account || !matches) return this.refuse(email, account);
    await this.attempts.forget(guess);
    request.session.returnTo = returnTo;
    const { stage } = await this.sessions.begin(request, account, { passedSecondFactor: false });
    if (stage !== 'member') return { url: '/mfa/verify' };
    await this.activity.event('auth_login', `standard; ${activityDetailOf(account.actor)}`, account.actor);
    return this.sessions.arrival(request);
  }

  async logOut(request: Request): Promise<Next> {
    await this.sessions.end(request);
    notify(request, 'You are logged out.');
    return { url: '/login' };
  }

  /**
   * Limits password guesses per account and address together, so that an attacker cannot lock out the owner of an account.
   * After many attempts at an account, each address has fewer left. Devices that logged in before are counted separately.
   * Call before the password is checked.
   * @param account undefined if there is none; the limits are the same
   * @throws Problem 429 with `Retry-After`
   */
  private async count(request: Request, email: string, account: Account | undefined): Promise<Guess> {
    const key = await this.accounts.keyOf(email);
    const device = account && this.devices.idFor(request, account.actor.id);
    if (device !== undefined) return this.countPlace(`device ${device} ${key}`);
    const address = addressKey(request.ip);
    await this.attempts.count({ ...FROM_ADDRESS, subject: address });
    const guess = await this.countPlace(`${address} ${key}`);
    // Counted last, so that attempts that were refused for their address do not reduce the limit of other addresses.
    const { attempts } = await this.attempts.tally({ ...TO_ACCOUNT, subject: key });
    if (attempts > MANY_TO_ACCOUNT && guess.window.attempts > LIMIT_WHEN_MANY) refuseAttempt(guess.window);
    return guess;
  }

  private async countPlace(subject: string): Promise<Guess> {
    return { kind: FROM_PLACE.kind, subject, window: await this.attempts.count({ ...FROM_PLACE, subject }) };
  }

  private async refuse(email: string, account: Account | undefined): Promise<never> {
    const who = account ? activityDetailOf(account.actor) : email;
    await this.activity.event('auth_login_refused', `standard; ${who}`, { id: 0 });
    return invalid({ email: [REFUSED] });
  }
}
