import type { SessionData } from 'express-session';
import { type Account, passwordMark } from '../accounts/accounts';

/** How far a visitor has come: `second-factor` and `set-up` gave the right password and still owe a code, or the set-up of codes. */
export type Stage = Visitor['stage'];

export type Visitor = { stage: 'guest' } | { stage: 'second-factor' | 'set-up' | 'member'; account: Account };

type Opened = Pick<Partial<SessionData>, 'passwordMark' | 'passedSecondFactor'>;

/**
 * Who visits, by what the session remembers and the account is now: a changed password, an account that is gone or a role that has come to
 * demand a second factor count from the next request on.
 */
export function visitorOf(session: Opened, account: Account | undefined): Visitor {
  if (!account || session.passwordMark !== passwordMark(account)) return { stage: 'guest' };
  if (account.hasSecondFactor) return { stage: session.passedSecondFactor === true ? 'member' : 'second-factor', account };
  return { stage: account.needsSecondFactor ? 'set-up' : 'member', account };
}
