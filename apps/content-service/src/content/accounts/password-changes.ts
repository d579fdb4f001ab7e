import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { User } from './user.entity';
import { OneTimeLinks } from './one-time-links';
import { hashPassword } from '@almanac/passwords';

/** Sets the password that a user chose. Sessions opened with the old password end by themselves (`passwordMark`). */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly database: Database,
    private readonly links: OneTimeLinks,
  ) {}

  /** @returns the user, for the audit trail. @throws Problem 404 */
  async set(userId: number, password: string): Promise<Pick<Actor, 'id' | 'name'>> {
    const user = (await this.database.of(User).findOneBy({ id: userId })) ?? notFound('User');
    await this.database.of(User).update(userId, { passwordHash: await hashPassword(password), emailConfirmed: true });
    // Links that were sent before the change must not give access any more.
    await this.links.revoke(userId);
    return user;
  }
}
