import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { User } from '../../content/accounts/user.entity';
import { TokensModule } from '../tokens/tokens.module';
import { IntrospectionController } from './introspection.controller';
import { UserDirectoryController } from './user-directory.controller';

/** Routes for the other services. */
@Module({
  imports: [TokensModule, TypeOrmModule.forFeature([User])],
  controllers: [IntrospectionController, UserDirectoryController],
})
export class InternalModule {}
