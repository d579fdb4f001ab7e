import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Setting } from '../../content/settings/setting.entity';
import { BACKUP_METRICS } from './backup-metrics';
import { SystemController } from './system.controller';
import { SystemService } from './system.service';

@Module({
  imports: [TypeOrmModule.forFeature([Setting])],
  controllers: [SystemController],
  providers: [SystemService, BACKUP_METRICS],
  exports: [SystemService],
})
export class SystemModule {}
