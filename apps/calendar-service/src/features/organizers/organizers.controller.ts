import { Controller } from '@nestjs/common';
import { Routes } from '@almanac/openapi';
import { recordController, recordRoutes } from '../../records/record.controller';
import { ORGANIZER } from './organizer.kind';

@Routes(recordRoutes(ORGANIZER))
@Controller('organizers')
export class OrganizersController extends recordController(ORGANIZER) {}
