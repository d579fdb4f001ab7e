import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { VenuesController } from './venues.controller';

@Module({ imports: [RecordsModule], controllers: [VenuesController] })
export class VenuesModule {}
