import type { Actor } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Injectable } from '@nestjs/common';
import { User } from '../../features/users/user.entity';
import { OneTimeLinks } from '../one-time-links/one-time-links';
import { hashPassword } from '@almanac/passwords';

/** Gives people the password that they chose. Sessions opened with the one before end by themselves (`passwordMark`). */
@Injectable()
export class PasswordChanges {
  constructor(
    private readonly database: Database,
    private readonly links: OneTimeLinks,
  ) {}

  /** @returns whose it is, for the audit trail */
  async set(userId: number, password: string): Promise<Pick<Actor, 'id' | 'name'>> {
    const user = (await this.database.of(User).findOneBy({ id: userId })) ?? notFound('User');
    await this.database.of(User).update(userId, { passwordHash: await hashPassword(password), emailConfirmed: true });
    // Links that were sent for another password must not lead in any more.
    await this.links.revoke(userId);
    return user;
  }
}
