import { Public } from '@almanac/auth';
import { Database } from '@almanac/database';
import { notFound } from '@almanac/errors';
import { Id } from '@almanac/http';
import { Controller, Get, UseGuards } from '@nestjs/common';
import { ServiceSecretGuard } from '../tokens/service-secret.guard';
import { User } from './user.entity';

/** Tells other services whether a user exists. The gateway never routes this. */
@Public()
@UseGuards(ServiceSecretGuard)
@Controller('internal/users')
export class UserDirectoryController {
  constructor(private readonly database: Database) {}

  @Get(':id')
  async read(@Id('User') id: number) {
    const user = (await this.database.of(User).findOneBy({ id })) ?? notFound('User');
    return { id: user.id, name: user.name, slug: user.slug };
  }
}
