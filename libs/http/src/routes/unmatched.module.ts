import { Module } from '@nestjs/common';
import { UnmatchedController } from './unmatched.controller';

@Module({ controllers: [UnmatchedController] })
export class UnmatchedModule {}
