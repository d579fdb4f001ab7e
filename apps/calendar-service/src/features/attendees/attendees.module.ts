import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module';
import { AttendeeExport } from './listing/attendee-export';
import { AttendeeFilters } from './listing/attendee-filters';
import { AttendeePresenter } from './attendee/attendee.presenter';
import { AttendeesController } from './attendees.controller';
import { AttendeeListing } from './listing/attendees.listing';
import { AttendeesRepository } from './attendee/attendees.repository';
import { AttendeesService } from './attendees.service';
import { ReservationsService } from './reservations.service';

@Module({
  imports: [EventsModule],
  controllers: [AttendeesController],
  providers: [
    AttendeeExport,
    AttendeeFilters,
    AttendeeListing,
    AttendeePresenter,
    AttendeesRepository,
    AttendeesService,
    ReservationsService,
  ],
  exports: [AttendeesService, ReservationsService],
})
export class AttendeesModule {}
