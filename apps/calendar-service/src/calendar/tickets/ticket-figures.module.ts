import { Module } from '@nestjs/common';
import { TicketsRepository } from './tickets.repository';

@Module({ providers: [TicketsRepository], exports: [TicketsRepository] })
export class TicketFiguresModule {}
