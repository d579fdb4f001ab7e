import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../events/events.module';
import { AttendeeExport } from './attendee-export';
import { AttendeeListParser, AttendeeListing } from './attendees.listing';
import { StoredAttendee } from './attendee.entity';
import { AttendeePresenter } from './attendee.presenter';
import { AttendeesController } from './attendees.controller';
import { AttendeesRepository } from './attendees.repository';
import { AttendeesService } from './attendees.service';
import { ReservationsService } from './reservations.service';

@Module({
  imports: [EventsModule, TypeOrmModule.forFeature([StoredAttendee])],
  controllers: [AttendeesController],
  providers: [
    AttendeeExport,
    AttendeeListParser,
    AttendeeListing,
    AttendeePresenter,
    AttendeesRepository,
    AttendeesService,
    ReservationsService,
  ],
  exports: [AttendeeExport, AttendeesService, ReservationsService],
})
export class AttendeesModule {}
