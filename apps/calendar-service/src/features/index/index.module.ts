import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { IndexController } from './index.controller';
import { ServedRoutes } from './served-routes';

@Module({ imports: [DiscoveryModule], controllers: [IndexController], providers: [ServedRoutes] })
export class IndexModule {}
