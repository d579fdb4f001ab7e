import { Module } from '@nestjs/common';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { WebModule } from '../../web/web.module';
import { AuditLogController } from './audit-log.controller';
import { AuditLogService } from './audit-log.service';
import { AuditLogSiteController } from './site/audit-log-site.controller';
import { SubjectLinks } from './site/activity-subject';

@Module({
  imports: [SlugsModule, WebModule],
  controllers: [AuditLogController, AuditLogSiteController],
  providers: [AuditLogService, SubjectLinks],
})
export class AuditLogModule {}
