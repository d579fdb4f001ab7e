import type { Visitor } from '@almanac/web';
import type { SessionData } from 'express-session';
import { type Account, passwordMark } from '../../content/accounts/accounts';

type Opened = Pick<Partial<SessionData>, 'passwordMark' | 'passedSecondFactor'>;

/**
 * The visitor, from the data of the session and the current account. A changed password, a deleted account, or a role that now requires a
 * second factor takes effect with the next request.
 */
export function visitorOf(session: Opened, account: Account | undefined): Visitor<Account> {
  if (!account || session.passwordMark !== passwordMark(account)) return { stage: 'guest' };
  if (account.hasSecondFactor)
    return { stage: session.passedSecondFactor === true ? 'member' : 'second-factor', account };
  return { stage: account.needsSecondFactor ? 'set-up' : 'member', account };
}
