import { Routes } from '@almanac/openapi';
import { listSchema } from '../../content/kinds/presentation';
import { ACTIVITY_SCHEMA } from './activity.presenter';
import { Requires } from '@almanac/auth';
import { Listing, type ListQuery } from '@almanac/listing';
import { Controller, Get } from '@nestjs/common';
import { auditLogListing, AuditLogService } from './audit-log.service';

@Routes({
  'GET /': { summary: 'List the audit log', answer: listSchema(ACTIVITY_SCHEMA) },
})
@Controller('api/audit-log')
@Requires('settings-manage', 'users-manage')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLogService) {}

  @Get()
  list(@Listing(auditLogListing) query: ListQuery) {
    return this.auditLog.list(query);
  }
}
