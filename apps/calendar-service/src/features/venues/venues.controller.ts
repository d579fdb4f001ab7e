import { Controller, Module } from '@nestjs/common';
import { Routes } from '@almanac/openapi';
import { RecordsModule } from '../../records/records.module';
import { recordController, recordRoutes } from '../../records/record.controller';
import { VENUE } from './venue.kind';

@Routes(recordRoutes(VENUE))
@Controller('venues')
export class VenuesController extends recordController(VENUE) {}

@Module({ imports: [RecordsModule], controllers: [VenuesController] })
export class VenuesModule {}
