import { type Actor, CurrentActor } from '@almanac/auth';
import { Input, type RawInput, WithVersion } from '@almanac/http';
import { Controller, Delete, Get, HttpCode, Patch, Post, Put } from '@nestjs/common';
import { listSchema } from '../../calendar/description/envelopes';
import { Routes } from '@almanac/openapi';
import { PathId } from '../../calendar/addresses/path-id';
import { TICKET_SCHEMA as answer } from './ticket.presenter';
import { CreateTicketDto, DeleteTicketDto, ReadTicketDto, TicketListDto, UpdateTicketDto } from './tickets.dto';
import { TicketsService } from './tickets.service';

const isVersioned = true as const;
const CHANGING = {
  summary: 'Change one ticket; absent members keep their values',
  takes: UpdateTicketDto,
  answer,
  isVersioned,
};

@Routes({
  'GET /': {
    summary: 'List the tickets of an event',
    takes: TicketListDto,
    answer: listSchema('tickets', answer),
    isList: true,
  },
  'POST /': { summary: 'Create one ticket of an event', takes: CreateTicketDto, answer, isVersioned },
  'GET /:ticketId': { summary: 'Read one ticket', takes: ReadTicketDto, answer, isVersioned },
  'POST /:ticketId': CHANGING,
  'PUT /:ticketId': CHANGING,
  'PATCH /:ticketId': CHANGING,
  'DELETE /:ticketId': { summary: 'Delete one ticket', takes: DeleteTicketDto, answer, isVersioned, refusals: [409] },
})
@WithVersion()
@Controller('events/:id/tickets')
export class TicketsController {
  constructor(private readonly tickets: TicketsService) {}

  @Get()
  list(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.list(event, input, actor);
  }

  @Post()
  create(@PathId() event: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.create(event, input, actor);
  }

  @Get(':ticketId')
  read(
    @PathId() event: number,
    @PathId('ticketId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.tickets.read(event, id, input, actor);
  }

  @Post(':ticketId')
  @HttpCode(200)
  post(
    @PathId() event: number,
    @PathId('ticketId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.tickets.update(event, id, input, actor);
  }

  @Put(':ticketId')
  put(@PathId() event: number, @PathId('ticketId') id: number, @Input() input: RawInput, @CurrentActor() actor: Actor) {
    return this.tickets.update(event, id, input, actor);
  }

  @Patch(':ticketId')
  patch(
    @PathId() event: number,
    @PathId('ticketId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.tickets.update(event, id, input, actor);
  }

  @Delete(':ticketId')
  delete(
    @PathId() event: number,
    @PathId('ticketId') id: number,
    @Input() input: RawInput,
    @CurrentActor() actor: Actor,
  ) {
    return this.tickets.delete(event, id, input, actor);
  }
}
