import { toAnswer } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Id } from '@almanac/http';
import { Get } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { Repository } from 'typeorm';
import { actorsWhere, toActor } from '../../content/accounts/accounts';
import { ForServices } from './for-services';
import { User } from '../../content/accounts/user.entity';

/** Serves users and their permissions to other services. The gateway does not route it. */
@ForServices('internal/users')
export class UserDirectoryController {
  constructor(
    private readonly database: Database,
    @InjectRepository(User) private readonly users: Repository<User>,
  ) {}

  @Get(':id')
  async read(@Id('User') id: number) {
    const user = (await this.users.findOneBy({ id })) ?? notFound('User');
    return { id: user.id, name: user.name, slug: user.slug };
  }

  /** Same answer as the introspection of one of the user's tokens without scopes. */
  @Get(':id/rights')
  async readRights(@Id('User') id: number) {
    const [row] = await this.database.query(actorsWhere('owner.id = $1'), [id]);
    const actor = row ? toActor(row) : notFound('User');
    return toAnswer(actor.permissions.has('access-api') ? { actor } : { refusal: 'no-api-access' });
  }
}
