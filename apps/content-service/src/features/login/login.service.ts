import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Account, Accounts } from '../../domain/accounts/accounts';
import { ActivityLog } from '../../domain/activity/activity-log';
import { AttemptLimits } from '../../domain/attempts/attempt-limits';
import { passwordMatches } from '../../domain/passwords/passwords';
import { notify } from '../../domain/web/page-locals';
import { visitorOf } from '../../domain/web/visitor';
import type { Next } from '../../domain/web/web-page';
import { WebSessions } from '../../domain/web/web-sessions';
import type { LoginDto } from './login.dto';

const PER_ACCOUNT = { kind: 'log-in to', limit: 5, minutes: 5 };
const PER_ADDRESS = { kind: 'log-in from', limit: 50, minutes: 5 };
/** One sentence for every reason, so that it tells nobody which addresses have an account. */
const REFUSED = 'These credentials do not match our records.';

@Injectable()
export class LoginService {
  constructor(
    private readonly accounts: Accounts,
    private readonly activity: ActivityLog,
    private readonly limits: AttemptLimits,
    private readonly sessions: WebSessions,
  ) {}

  /** Opens a session; whoever owes a second factor is led there and is logged in only after it. */
  async logIn(request: Request, { email, password }: LoginDto, returnTo: string | undefined): Promise<Next> {
    const account = await this.accounts.byEmail(email);
    // By the account, because one address can be written in many ways that the look-up takes for the same.
    const who = account?.actor.id ?? email.toLowerCase();
    await this.limits.count({ ...PER_ADDRESS, who: request.ip ?? '' }, { ...PER_ACCOUNT, who });
    const matches = await passwordMatches(account?.passwordHash ?? null, password);
    if (!account || !matches) return this.refuse(email, account);
    await this.limits.forget({ kind: PER_ACCOUNT.kind, who });
    request.session.returnTo = returnTo;
    await this.sessions.begin(request, account, { passedSecondFactor: false });
    if (visitorOf(request.session, account).stage !== 'member') return { url: '/mfa/verify' };
    await this.activity.event('auth_login', `standard; (${account.actor.id}) ${account.actor.name}`, account.actor);
    return this.sessions.arrival(request);
  }

  async logOut(request: Request): Promise<Next> {
    await this.sessions.end(request);
    notify(request, 'You are logged out.');
    return { url: '/login' };
  }

  private async refuse(email: string, account: Account | undefined): Promise<never> {
    const who = account ? `(${account.actor.id}) ${account.actor.name}` : email;
    await this.activity.event('auth_login_refused', `standard; ${who}`, { id: 0 });
    return invalid({ email: [REFUSED] });
  }
}
