import { Module } from '@nestjs/common';
import { LinkedModule } from '../../records/linked.module';
import { VenuesController } from './venues.controller';

@Module({ imports: [LinkedModule], controllers: [VenuesController] })
export class VenuesModule {}
