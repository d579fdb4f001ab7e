import { Module } from '@nestjs/common';
import { ImagesModule } from '../../../calendar/images/images.module';
import { RecordsModule } from '../../../records/records.module';
import { WebModule } from '../../../web/web.module';
import { AttendeesModule } from '../../attendees/attendees.module';
import { EventsModule } from '../../events/events.module';
import { TermsModule } from '../../terms/terms.module';
import { AttendeesSiteController } from './attendees-site.controller';
import { MANAGED_KINDS } from '../managed-kinds';
import { ManagedRecords } from './managed-records';
import { managingController } from './managing.controller';

/** Venues, organizers, categories, tags and attendees in the browser, for those who may change them. */
@Module({
  imports: [AttendeesModule, EventsModule, ImagesModule, RecordsModule, TermsModule, WebModule],
  controllers: [...MANAGED_KINDS.map((kind) => managingController(kind)), AttendeesSiteController],
  providers: [ManagedRecords],
})
export class ManagingModule {}
