import { Module } from '@nestjs/common';
import { RecordsModule } from '../../records/records.module';
import { TicketFiguresModule } from '../../calendar/tickets/ticket-figures.module';
import { EventsModule } from '../events/events.module';
import { TicketPresenter } from './ticket.presenter';
import { TicketStore } from './ticket-store';
import { TicketsController } from './tickets.controller';
import { TicketListing } from './tickets.listing';
import { TicketsService } from './tickets.service';

@Module({
  imports: [EventsModule, RecordsModule, TicketFiguresModule],
  controllers: [TicketsController],
  providers: [TicketListing, TicketPresenter, TicketsService, TicketStore],
})
export class TicketsModule {}
