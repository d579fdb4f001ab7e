import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../content/accounts/accounts';
import { ActivityLog, labelOf } from '../../content/activity/activity-log';
import { AttemptLimits } from '../../content/accounts/attempt-limits';
import { passwordMatches } from '@almanac/passwords';
import { type Next, notify } from '@almanac/web';
import { WebSessions } from '../../web/sessions/web-sessions';
import type { LoginDto } from './login.dto';
import { LoginLimits } from './login-limits';

/** The same message for every reason, so that it does not reveal which e-mail addresses have an account. */
const REFUSED = 'These credentials do not match our records.';

@Injectable()
export class LoginService {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly attempts: AttemptLimits,
    private readonly limits: LoginLimits,
    private readonly sessions: WebSessions,
  ) {}

  /** Opens a session. Users with a second factor are redirected to it, and are logged in only after it. */
  async logIn(request: Request, { email, password }: LoginDto, returnTo: string | undefined): Promise<Next> {
    const account = await this.accounts.byEmail(email);
    const guess = await this.limits.count(request, email, account);
    const matches = await passwordMatches(account?.passwordHash ?? null, password);
    if (!account || !matches) return this.refuse(email, account);
    await this.attempts.forget(guess);
    request.session.returnTo = returnTo;
    const { stage } = await this.sessions.begin(request, account, { passedSecondFactor: false });
    if (stage !== 'member') return { url: '/mfa/verify' };
    await this.activity.event('auth_login', `standard; ${labelOf(account.actor)}`, account.actor);
    return this.sessions.arrival(request);
  }

  async logOut(request: Request): Promise<Next> {
    await this.sessions.end(request);
    notify(request, 'You are logged out.');
    return { url: '/login' };
  }

  private async refuse(email: string, account: Account | undefined): Promise<never> {
    const who = account ? labelOf(account.actor) : email;
    await this.activity.event('auth_login_refused', `standard; ${who}`, { id: 0 });
    return invalid({ email: [REFUSED] });
  }
}
