import { Module } from '@nestjs/common';
import { NoRouteController } from './unmatched.controller';

@Module({ controllers: [NoRouteController] })
export class NoRouteModule {}
