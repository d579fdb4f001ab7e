import { Module } from '@nestjs/common';
import { DomainModule } from '../../content/domain.module';
import { TokensModule } from '../tokens/tokens.module';
import { Invitations } from '../invitations/invitations';
import { UserDirectoryController } from '../internal/user-directory.controller';
import { UserRoles } from './user-roles';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [DomainModule, TokensModule],
  controllers: [UsersController, UserDirectoryController],
  providers: [UsersService, UsersRepository, UserRoles, Invitations],
  exports: [UsersService],
})
export class UsersModule {}
