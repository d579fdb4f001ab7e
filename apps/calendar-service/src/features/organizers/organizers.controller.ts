import { Controller, Module } from '@nestjs/common';
import { Routes } from '@almanac/openapi';
import { RecordsModule } from '../../records/records.module';
import { recordController, recordRoutes } from '../../records/record.controller';
import { ORGANIZER } from './organizer.kind';

@Routes(recordRoutes(ORGANIZER))
@Controller('organizers')
export class OrganizersController extends recordController(ORGANIZER) {}

@Module({ imports: [RecordsModule], controllers: [OrganizersController] })
export class OrganizersModule {}
