import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ChangesModule } from '../../records/changes/changes.module';
import { RecordsModule } from '../../records/records.module';
import { EventsModule } from '../events/events.module';
import { ChangeReporter } from './change-reporter';
import { ContentWebhooks } from './content-webhooks';
import { ReportPositions } from './report-positions';
import { WebhookReport } from './webhook-report.entity';

/** Reports changes to content-service, which delivers webhooks. */
@Module({
  imports: [ChangesModule, EventsModule, RecordsModule, TypeOrmModule.forFeature([WebhookReport])],
  providers: [ChangeReporter, ContentWebhooks, ReportPositions],
})
export class WebhookReportsModule {}
