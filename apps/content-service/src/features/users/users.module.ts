import { Module } from '@nestjs/common';
import { UserDirectoryController } from './user-directory.controller';

@Module({ controllers: [UserDirectoryController] })
export class UsersModule {}
