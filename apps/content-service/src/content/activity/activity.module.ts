import { Module } from '@nestjs/common';
import { ActivityLog } from './activity-log';

/** The audit log. */
@Module({ providers: [ActivityLog], exports: [ActivityLog] })
export class ActivityModule {}
