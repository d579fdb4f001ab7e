import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AccessModule } from '../../content/access/access.module';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { SearchModule } from '../search/search.module';
import { DeliveriesService } from './deliveries.service';
import { DeliveryCleanUp, DeliveryQueue } from './delivery/delivery-queue';
import { WebhookDisabledNotice, WebhookSender, WebhookWorker } from './delivery/webhook-worker';
import { WebhookSecrets } from './delivery/webhook-secrets';
import { WebhookFanOut } from './events/fan-out';
import { WebModule } from '../../web/web.module';
import { DeliverySiteController, WebhookSiteController } from './site/webhook-site.controller';
import { WebhookForms } from './site/webhook-forms';
import { Webhook, WebhookDelivery } from './events/webhook.entity';
import { WebhooksController } from './webhooks.controller';
import { ReportedEventsController } from './reported-events.controller';
import { ScopeFields } from './site/scope-fields';
import { CalendarCategories } from './site/calendar-categories';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [
    AccessModule,
    AccountsModule,
    ActivityModule,
    SearchModule,
    SlugsModule,
    WebModule,
    TypeOrmModule.forFeature([Webhook, WebhookDelivery]),
  ],
  controllers: [WebhooksController, ReportedEventsController, WebhookSiteController, DeliverySiteController],
  providers: [
    CalendarCategories,
    DeliveriesService,
    DeliveryCleanUp,
    DeliveryQueue,
    ScopeFields,
    WebhookDisabledNotice,
    WebhookFanOut,
    WebhookForms,
    WebhooksRepository,
    WebhookSecrets,
    WebhookSender,
    WebhooksService,
    WebhookWorker,
  ],
  exports: [DeliveriesService, WebhooksService],
})
export class WebhooksModule {}
