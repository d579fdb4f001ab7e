import { Module } from '@nestjs/common';
import { AccessModule } from '../../content/access/access.module';
import { AccountsModule } from '../../content/accounts/accounts.module';
import { ActivityModule } from '../../content/activity/activity.module';
import { SlugsModule } from '../../content/slugs/slugs.module';
import { SearchModule } from '../search/search.module';
import { DeliveriesService } from './deliveries.service';
import { DeliveryCleanUp } from './delivery/delivery-clean-up';
import { DeliveryQueue } from './delivery/delivery-queue';
import { SwitchedOffNotice } from './delivery/switched-off-notice';
import { WebhookSecrets } from './delivery/webhook-secrets';
import { WebhookSender } from './delivery/webhook-sender';
import { WebhookWorker } from './delivery/webhook-worker';
import { WebhookFanOut } from './events/fan-out';
import { WebModule } from '../../web/web.module';
import { DeliveryPagesController } from './pages/delivery-pages.controller';
import { WebhookForms } from './pages/webhook-forms';
import { WebhookPagesController } from './pages/webhook-pages.controller';
import { ReportedEventsController } from './events/reported-events.controller';
import { CalendarCategories } from './scope/calendar-categories';
import { ScopeFields } from './scope/scope-fields';
import { WebhooksController } from './webhooks.controller';
import { WebhooksRepository } from './webhooks.repository';
import { WebhooksService } from './webhooks.service';

@Module({
  imports: [AccessModule, AccountsModule, ActivityModule, SearchModule, SlugsModule, WebModule],
  controllers: [WebhooksController, ReportedEventsController, WebhookPagesController, DeliveryPagesController],
  providers: [
    CalendarCategories,
    DeliveriesService,
    DeliveryCleanUp,
    DeliveryQueue,
    ScopeFields,
    SwitchedOffNotice,
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
