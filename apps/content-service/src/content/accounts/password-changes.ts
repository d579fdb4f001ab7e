import type { Actor } from '@almanac/auth';
import { invalid, notFound } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { User } from './user.entity';
import { OneTimeLinks } from './one-time-links';
import { hashPassword, weaknessOf } from '@almanac/passwords';

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
