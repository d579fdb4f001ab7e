import { Module } from '@nestjs/common';
import { WebModule } from '../../web/web.module';
import { AuditLogController } from './audit-log.controller';
import { AuditLogService } from './audit-log.service';
import { AuditLogPageController } from './pages/audit-log-page.controller';

@Module({
  imports: [WebModule],
  controllers: [AuditLogController, AuditLogPageController],
  providers: [AuditLogService],
})
export class AuditLogModule {}
