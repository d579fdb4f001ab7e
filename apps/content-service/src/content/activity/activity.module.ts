import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ActivityLog } from './activity-log';
import { Activity } from './activity.entity';

/** The audit log. */
@Module({ imports: [TypeOrmModule.forFeature([Activity])], providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityModule {}
