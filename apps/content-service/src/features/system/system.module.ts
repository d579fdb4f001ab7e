import { Module } from '@nestjs/common';
import { BACKUP_METRICS } from './backup-metrics';
import { SystemController } from './system.controller';
import { SystemService } from './system.service';

@Module({ controllers: [SystemController], providers: [SystemService, BACKUP_METRICS], exports: [SystemService] })
export class SystemModule {}
