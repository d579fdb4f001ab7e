import { Module } from '@nestjs/common';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { TokensModule } from '../tokens/tokens.module';
import { Invitations } from '../invitations/invitations';
import { UserDirectoryController } from '../internal/user-directory.controller';
import { UserRoles } from './user-roles';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';

@Module({
  imports: [AccountsModule, ActivityModule, SlugsModule, TokensModule],
  controllers: [UsersController, UserDirectoryController],
  providers: [UsersService, UsersRepository, UserRoles, Invitations],
  exports: [UsersService],
})
export class UsersModule {}
