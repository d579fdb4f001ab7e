import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { StoredTicket } from '../../calendar/tickets/ticket.entity';
import { RecordsModule } from '../../records/records.module';
import { EventsModule } from '../events/events.module';
import { TicketPresenter } from './ticket.presenter';
import { TicketStore } from './ticket-store';
import { TicketsController } from './tickets.controller';
import { TicketsService } from './tickets.service';

@Module({
  imports: [EventsModule, RecordsModule, TypeOrmModule.forFeature([StoredTicket])],
  controllers: [TicketsController],
  providers: [TicketPresenter, TicketsService, TicketStore],
  exports: [TicketsService],
})
export class TicketsModule {}
