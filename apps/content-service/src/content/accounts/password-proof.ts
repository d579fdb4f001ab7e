import { invalid } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { AttemptLimits } from './attempt-limits';
import { passwordMatches } from '@almanac/passwords';
import type { Account } from './accounts';

const GUESSES = { kind: 'password of', limit: 5, minutes: 5 };

/** Requires the password again for sensitive actions, in case another person uses an open session. */
@Injectable()
export class PasswordProof {
  constructor(private readonly limits: AttemptLimits) {}

  /** @throws Problem 422 of the field `password_current`; 429 after too many guesses */
  async require({ actor, passwordHash }: Account, password: string): Promise<void> {
    await this.limits.count({ ...GUESSES, subject: actor.id });
    if (!(await passwordMatches(passwordHash, password)))
      invalid({ password_current: ['The current password is not right.'] });
    await this.limits.forget({ kind: GUESSES.kind, subject: actor.id });
  }
}
