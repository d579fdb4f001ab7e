import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { WebModule } from '../../web/web.module';
import { TokensModule } from '../tokens/tokens.module';
import { Invitations } from '../invitations/invitations';
import { CurrentUserController } from './current-user.controller';
import { UserForms, UserSiteController } from './site/user-site.controller';
import { UserRoles } from './user-roles';
import { UsersController } from './users.controller';
import { UsersRepository } from './users.repository';
import { UsersService } from './users.service';
import { User } from '../../content/accounts/user.entity';

@Module({
  imports: [AccountsModule, ActivityModule, SlugsModule, TokensModule, TypeOrmModule.forFeature([User]), WebModule],
  // The router tries routes in this order, and `:id` also matches `me`.
  controllers: [CurrentUserController, UsersController, UserSiteController],
  providers: [UsersService, UsersRepository, UserRoles, Invitations, UserForms],
  exports: [UsersService],
})
export class UsersModule {}
