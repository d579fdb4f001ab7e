import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '../../content/accounts/user.entity';
import { WebModule } from '../../web/web.module';
import { TokensModule } from '../tokens/tokens.module';
import { IntrospectionController } from './introspection.controller';
import { SessionsController } from './sessions.controller';
import { UserDirectoryController } from './user-directory.controller';

/** Routes for the other services. */
@Module({
  imports: [TokensModule, WebModule, TypeOrmModule.forFeature([User])],
  controllers: [IntrospectionController, SessionsController, UserDirectoryController],
})
export class InternalModule {}
