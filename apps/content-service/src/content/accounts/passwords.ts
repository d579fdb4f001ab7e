import { type Actor, hashPassword, passwordMatches, weaknessOf } from '@almanac/auth';
import { invalid, notFound } from '@almanac/errors';
import { MaxLength, MinLength, Required, rule, Text } from '@almanac/validation';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import type { Account } from './accounts';
import { AttemptLimits } from './attempt-limits';
import { OneTimeLinks } from './one-time-links';
import { User } from './user.entity';

const SHORTEST = 8;
/** Hashing longer passwords costs the server time, and no user types them. */
const MAX_LENGTH = 1_000;

const SameAsPassword = () =>
  rule('same', (value, _label, { password }) =>
    value === password ? undefined : 'The two passwords are not the same.',
  );

/** A password that a user chooses, typed twice (content-behaviour §13). */
export class NewPasswordDto {
  @Required()
  @Text()
  @MinLength(SHORTEST)
  @MaxLength(MAX_LENGTH)
  password!: string;

  @Required()
  @Text()
  @MaxLength(MAX_LENGTH)
  @SameAsPassword()
  password_confirmation!: string;
}

/** Sets the password that a user chose. Sessions opened with the old password end by themselves (`passwordMark`). */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly links: OneTimeLinks,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  /** @returns the user, for the audit trail. @throws Problem 404; 422 for a weak password */
  async set(userId: number, password: string): Promise<Pick<Actor, 'id' | 'name'>> {
    const user = (await this.users.findOneBy({ id: userId })) ?? notFound('User');
    const weakness = await weaknessOf(password, user);
    if (weakness !== undefined) invalid({ password: [weakness] });
    await this.users.update(userId, { passwordHash: await hashPassword(password), emailConfirmed: true });
    // Links that were sent before the change must not give access any more.
    await this.links.revoke(userId);
    return user;
  }
}

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
