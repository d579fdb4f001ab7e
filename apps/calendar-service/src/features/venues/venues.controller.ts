import { Controller } from '@nestjs/common';
import { Routes } from '@almanac/openapi';
import { recordController, recordRoutes } from '../../records/record.controller';
import { VENUE } from './venue.kind';

@Routes(recordRoutes(VENUE))
@Controller('venues')
export class VenuesController extends recordController(VENUE) {}
