import { Module } from '@nestjs/common';
import { TicketsRepository } from '../../../calendar/tickets/tickets.repository';
import { RecordsModule } from '../../../records/records.module';
import { EventLoader } from './event-loader';
import { EventsRepository } from './events.repository';

@Module({
  imports: [RecordsModule],
  providers: [EventLoader, EventsRepository, TicketsRepository],
  exports: [EventLoader, EventsRepository, TicketsRepository],
})
export class EventRowsModule {}
